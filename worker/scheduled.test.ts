import { expect, test, vi } from 'vitest';
import type { Services } from './compose.ts';
import { runScheduled } from './scheduled.ts';

test('a step of the schedule that fails is logged and stops no later one', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const ran: string[] = [];
  const fails = new Set(['readLook', 'measureNext']);
  const step = (name: string) => async () => {
    if (fails.has(name)) throw new Error('no answer');
    ran.push(name);
  };
  const part = new Proxy({}, { get: (_, name) => step(String(name)) });
  await runScheduled({ readLook: step('readLook'), billing: part, ops: part } as unknown as Services);
  expect(ran).toEqual([
    'runSchedule',
    'countPayments',
    'countStored',
    'fillPeople',
    'inviteNext',
    'forgetInvites',
    'forgetPresses',
  ]);
  expect(logged.mock.calls.map(([line]) => JSON.parse(line).step)).toEqual(['readLook', 'measureNext']);
  logged.mockRestore();
});
