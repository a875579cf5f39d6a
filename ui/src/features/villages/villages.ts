/** Why a name cannot be used, as a key of the locales. */
export function nameProblem(name: string): string | null {
  return name.trim() === '' ? 'village-name-empty' : null;
}
