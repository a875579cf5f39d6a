/** "Summarise and continue". */
import type { App } from '~/state/app.svelte';

/** Asks for the summaries and says what came of it. */
export async function summarise(app: App): Promise<void> {
  const village = app.view?.id;
  if (village === undefined) return;
  const done = await app.ask('summarise', { village });
  if (!done) return;
  app.setContexts(village, done.contexts);
  for (const problem of done.problems) app.toasts.fail(problem);
  if (done.done.length > 0) app.toasts.say('context-done', { count: done.done.length });
}
