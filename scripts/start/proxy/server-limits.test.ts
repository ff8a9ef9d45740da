import { expect, test } from 'vitest';
import { SettingsError } from '../settings.ts';
import { defaultLimits, readServerLimits } from './server-limits.ts';

test.each([256, 1_024, 4_096, 20_000, 1_048_576])(
  'limits for %d descriptors leave some in the proxy and in the runtime',
  (descriptors) => {
    const { connections, requests, webSockets } = readServerLimits('', descriptors);
    expect(connections + requests + webSockets).toBeLessThan(descriptors * 0.8);
    expect(2 * (requests + webSockets)).toBeLessThan(descriptors * 0.6);
  },
);

test('no client may take half of a limit of all', () => {
  const limits = defaultLimits(20_000);
  expect(limits.connectionsPerAddress).toBeLessThan(limits.connections / 2);
  expect(limits.requestsPerAddress).toBeLessThan(limits.requests / 2);
  expect(limits.webSocketsPerAddress).toBeLessThan(limits.webSockets / 2);
});

test('a limit that is set replaces its own default only', () => {
  expect(readServerLimits('{"bodySeconds":5}', 1_024)).toEqual({ ...defaultLimits(1_024), bodySeconds: 5 });
});

test.each(['[', '{"connection":5}', '{"requests":0}', '{"bodySeconds":"5"}', '{"connections":1000000}', '[1]', 'null'])(
  'SERVER_LIMITS=%s is refused',
  (text) => {
    expect(() => readServerLimits(text, 20_000)).toThrow(SettingsError);
  },
);
