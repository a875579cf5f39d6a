/** Which tool outputs the pane shows, and how. Pure. */
import type { ToolOutputView } from '~/contract/types.gen';

export interface Filter {
  /** One agent, or null for all. */
  agent: string | null;
}

/** Newest first: what just happened is what a person looks for. */
export function shownOutputs(outputs: readonly ToolOutputView[], { agent }: Filter): ToolOutputView[] {
  return outputs.filter((output) => agent === null || output.agent === agent).toReversed();
}

/** Arguments as the person can read them: indented where they are JSON, as they are otherwise. */
export function pretty(input: string): string {
  try {
    return JSON.stringify(JSON.parse(input), null, 2);
  } catch {
    return input;
  }
}

export const hasArguments = (input: string): boolean => !['', '{}', 'null'].includes(input.trim());
