import { expect, it } from 'vitest';
import { BarredClients } from './barred-clients.ts';

it('a client is barred for ten seconds after each refusal', () => {
  let nowMs = 5;
  const clients = new BarredClients(() => nowMs);
  expect(clients.isBarred('a')).toBe(false);
  clients.bar('a');
  nowMs += 6_000;
  clients.bar('a');
  nowMs += 9_999;
  expect([clients.isBarred('a'), clients.isBarred('b')]).toEqual([true, false]);
  nowMs += 1;
  expect(clients.isBarred('a')).toBe(false);
});

it('the number of barred clients is bounded, and those whose time has ended are forgotten', () => {
  let nowMs = 0;
  const clients = new BarredClients(() => nowMs);
  for (let n = 0; n < 10_050; n += 1) clients.bar(`192.0.2.${n}`);
  expect([clients.size, clients.isBarred('192.0.2.49'), clients.isBarred('192.0.2.50')]).toEqual([10_000, false, true]);
  nowMs = 10_000;
  clients.bar('a');
  expect(clients.size).toBe(1);
});
