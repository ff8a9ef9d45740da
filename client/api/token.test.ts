import { expect, test } from 'vitest';
import { deviceIdFrom } from './device.ts';
import { type FreshToken, makeTokenCache } from './token.ts';

test('a token is renewed two minutes before its end', async () => {
  let nowMs = 0;
  let made = 0;
  const tokens = makeTokenCache(
    async () => {
      made += 1;
      return { accessToken: `t${made}`, lifetimeSeconds: 600 };
    },
    () => nowMs,
  );
  expect(await tokens.get()).toBe('t1');
  nowMs = 479_999;
  expect(await tokens.get()).toBe('t1');
  nowMs = 480_000;
  expect(await tokens.get()).toBe('t2');
});

test('a failed renewal is tried again by the next call', async () => {
  let isUp = false;
  const tokens = makeTokenCache(async () => {
    if (!isUp) throw new Error('down');
    return { accessToken: 't', lifetimeSeconds: 600 };
  });
  await expect(tokens.get()).rejects.toThrow('down');
  isUp = true;
  expect(await tokens.get()).toBe('t');
});

test('dropping an old token has no effect', async () => {
  let made = 0;
  const tokens = makeTokenCache(async () => {
    made += 1;
    return { accessToken: `t${made}`, lifetimeSeconds: 600 };
  });
  await tokens.get();
  tokens.drop('an older one');
  expect(await tokens.get()).toBe('t1');
  tokens.drop('t1');
  expect(await tokens.get()).toBe('t2');
});

test('the device id is the last part of the stored text, or null', () => {
  expect(deviceIdFrom(`magpie.${'A'.repeat(32)}`)).toBe('a'.repeat(32));
  expect(deviceIdFrom('magpie.short')).toBeNull();
  expect(deviceIdFrom(null)).toBeNull();
});

test('a token set by put stays, also when a renewal under way ends later', async () => {
  let answer: (token: FreshToken) => void = () => undefined;
  const tokens = makeTokenCache(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const renewal = tokens.get();
  tokens.put({ accessToken: 'exchanged', lifetimeSeconds: 600 });
  answer({ accessToken: 'renewed', lifetimeSeconds: 600 });
  expect(await renewal).toBe('renewed');
  expect(await tokens.get()).toBe('exchanged');
});
