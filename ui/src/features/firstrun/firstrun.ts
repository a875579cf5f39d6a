/** The first names of what a newcomer gets, in the language of the village. */
import type { Language, LocalServer } from '~/contract/types.gen';

export const PRACTICE_NAMES: Record<Language, string> = {
  en: 'Practice village',
  ja: '練習の村',
  zh: '练习村',
};
export const OWN_NAMES: Record<Language, string> = { en: 'My village', ja: 'わたしの村', zh: '我的村庄' };
export const AGENT_NAMES: Record<Language, string> = { en: 'Assistant', ja: 'アシスタント', zh: '助手' };

/** A model of this computer: its server and its name there. */
export interface LocalChoice {
  key: string;
  label: string;
  server: LocalServer;
  model: string;
}

/** Every model that was found; the server's name stands behind where there are several servers. */
export function choicesOf(servers: readonly LocalServer[]): LocalChoice[] {
  return servers.flatMap((server) =>
    server.models.map((model) => ({
      key: `${server.base_url} ${model}`,
      label: servers.length > 1 ? `${model} (${server.name})` : model,
      server,
      model,
    })),
  );
}
