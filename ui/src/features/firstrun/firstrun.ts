/** The first names of what a newcomer gets, in the language of the village. */
import type { Language } from '~/contract/types.gen';

export const PRACTICE_NAMES: Record<Language, string> = {
  en: 'Practice village',
  ja: '練習の村',
  zh: '练习村',
};
export const OWN_NAMES: Record<Language, string> = { en: 'My village', ja: 'わたしの村', zh: '我的村庄' };
