/** What stands between a draft and Send. Pure. */
import type { AgentView, AttachmentView, TemplateView } from '~/contract/types.gen';
import type { DraftFile } from '~/state/drafts.svelte';

/** Whether a model can be given an attachment: its wire carries the kind, and it is not known to be blind. */
export function carries(template: TemplateView, attachment: AttachmentView): boolean {
  if (attachment.kind === 'image' && template.vision === 'no') return false;
  return template.carries.includes(attachment.kind);
}

export interface Block {
  /** Key of the locales. */
  key: string;
  args: Record<string, string>;
  /** What would lift it. */
  remedy: 'agent' | 'template' | null;
}

/** Why nothing can be sent, whatever is typed; null when nothing is in the way. */
export function blockOf(
  agent: AgentView,
  template: TemplateView | undefined,
  attachments: readonly AttachmentView[],
): Block | null {
  if (!template) return { key: 'composer-no-model', args: { agent: agent.name }, remedy: 'agent' };
  if (template.needs_key && !template.has_key) {
    return { key: 'composer-no-key', args: { model: template.name }, remedy: 'template' };
  }
  const left = attachments.filter((attachment) => !carries(template, attachment));
  if (left.length > 0) {
    const names = left.map((attachment) => attachment.name).join(', ');
    return { key: 'composer-cannot-carry', args: { model: template.name, names }, remedy: null };
  }
  return null;
}

/** What of a draft's files can be sent, in order. */
export const readyOf = (files: readonly DraftFile[]): AttachmentView[] =>
  files.flatMap((file) => (file.state === 'ready' ? [file.attachment] : []));

/** The files that are in a state. */
export const inState = <S extends DraftFile['state']>(files: readonly DraftFile[], state: S) =>
  files.filter((file): file is Extract<DraftFile, { state: S }> => file.state === state);

/** A message has words or something attached. */
export const hasContent = (text: string, attachments: readonly AttachmentView[]): boolean =>
  text.trim() !== '' || attachments.length > 0;

/** A name for an image from the clipboard, which has none. */
export function pastedName(type: string, count: number): string {
  const extension = /^image\/(png|jpeg|webp|gif)$/.exec(type)?.[1]?.replace('jpeg', 'jpg') ?? 'png';
  return `pasted-${count}.${extension}`;
}
