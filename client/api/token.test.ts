import { expect, test } from 'vitest';
import { deviceIdFrom } from './device.ts';
import { type FreshToken, makeTokenKeeper } from './token.ts';

test('a token is renewed two minutes before its end', async () => {
  let nowMs = 0;
  let made = 0;
  const keeper = makeTokenKeeper(
    async () => {
      made += 1;
      return { accessToken: `t${made}`, lifetimeSeconds: 600 };
    },
    () => nowMs,
  );
  expect(await keeper.get()).toBe('t1');
  nowMs = 479_999;
  expect(await keeper.get()).toBe('t1');
  nowMs = 480_000;
  expect(await keeper.get()).toBe('t2');
});

test('a failed renewal is tried again by the next call', async () => {
  let isUp = false;
  const keeper = makeTokenKeeper(async () => {
    if (!isUp) throw new Error('down');
    return { accessToken: 't', lifetimeSeconds: 600 };
  });
  await expect(keeper.get()).rejects.toThrow('down');
  isUp = true;
  expect(await keeper.get()).toBe('t');
});

test('dropping a token that is held no more changes nothing', async () => {
  let made = 0;
  const keeper = makeTokenKeeper(async () => {
    made += 1;
    return { accessToken: `t${made}`, lifetimeSeconds: 600 };
  });
  await keeper.get();
  keeper.drop('an older one');
  expect(await keeper.get()).toBe('t1');
  keeper.drop('t1');
  expect(await keeper.get()).toBe('t2');
});

test('the device id is the last piece of what is stored, or none', () => {
  expect(deviceIdFrom(`magpie.${'A'.repeat(32)}`)).toBe('a'.repeat(32));
  expect(deviceIdFrom('magpie.short')).toBeNull();
  expect(deviceIdFrom(null)).toBeNull();
});

test('a bearer that came another way stands, also against a renewal that was under way', async () => {
  let answer: (token: FreshToken) => void = () => undefined;
  const keeper = makeTokenKeeper(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const renewal = keeper.get();
  keeper.put({ accessToken: 'exchanged', lifetimeSeconds: 600 });
  answer({ accessToken: 'renewed', lifetimeSeconds: 600 });
  expect(await renewal).toBe('renewed');
  expect(await keeper.get()).toBe('exchanged');
});
