import { expect, it } from 'vitest';
import { agentView, serverView } from '~/../tests/views';
import { activity, tokens } from './status';

it('the status bar counts who runs, who waits for the person, and servers in trouble', () => {
  expect(
    activity([
      agentView({
        status: 'thinking',
        servers: [serverView({ state: 'failed' }), serverView({ state: 'ready' })],
      }),
      agentView({ status: 'waiting', servers: [serverView({ state: 'sign_in' })] }),
      agentView({ status: 'asking' }),
      agentView({ status: 'idle' }),
    ]),
  ).toEqual({ running: 2, waiting: 1, trouble: 2 });
});

it('cached tokens went in too', () => {
  expect(tokens({ uncached: 462, cached: 6400, output: 120, reasoning: 0 })).toEqual({
    input: 6862,
    output: 120,
    cachedPercent: 93,
  });
  expect(tokens({ uncached: 0, cached: 0, output: 0, reasoning: 0 }).cachedPercent).toBe(0);
});
