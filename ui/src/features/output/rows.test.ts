import { describe, expect, it } from 'vitest';
import type { ToolOutputView } from '~/contract/types.gen';
import { hasArguments, pretty, shownOutputs } from './rows';

const output = (call: string, agent: string): ToolOutputView => ({
  call,
  agent,
  name: 'x',
  input: '{}',
  output: '',
  pane: '',
  user_text: '',
  ok: true,
  seen: [],
  dropped: [],
  at_ms: 0,
});

describe('tool outputs', () => {
  it('come newest first, of one agent or of all', () => {
    const all = [output('1', 'a'), output('2', 'b'), output('3', 'a')];
    expect(shownOutputs(all, { agent: null }).map((one) => one.call)).toEqual(['3', '2', '1']);
    expect(shownOutputs(all, { agent: 'a' }).map((one) => one.call)).toEqual(['3', '1']);
  });

  it('show arguments indented where they are JSON', () => {
    expect(pretty('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(pretty('{"a":')).toBe('{"a":');
    expect(hasArguments(' {} ')).toBe(false);
    expect(hasArguments('{"a":1}')).toBe(true);
  });
});
