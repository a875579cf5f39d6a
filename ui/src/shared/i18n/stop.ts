/** The words of how a turn ended: a key of the locales with its values, or null when nothing stopped it. */
export function stopWords(stop: string): { key: string; args: Record<string, string> } | null {
  const [how = '', what = ''] = [stop.split(':')[0], stop.slice(stop.indexOf(':') + 1)];
  switch (how) {
    case '-':
      return null;
    case 'tool_limit':
      return { key: 'turn-stop-limit', args: {} };
    case 'repeat':
      return { key: 'turn-stop-repeat', args: { tool: what } };
    case 'interrupted':
      return { key: 'turn-stop-interrupted', args: {} };
    case 'budget_exhausted':
      return { key: 'turn-stop-budget', args: {} };
    case 'failed':
      return { key: 'turn-stop-failed', args: { code: what } };
    default:
      return { key: 'turn-stop-other', args: { code: stop } };
  }
}
