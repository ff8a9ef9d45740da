import { expect, test } from 'vitest';
import type { Parsed } from '#shared/document-kind.ts';
import { makeLiveText } from './live-text.ts';

interface World {
  nowMs: number;
  stored: string | null;
  fails: boolean;
  asked: number;
}

function makeWorld(source?: () => Promise<string | null>) {
  const world: World = { nowMs: 1_000, stored: 'closed', fails: false, asked: 0 };
  const kv = {
    get: async () => {
      world.asked += 1;
      await Promise.resolve();
      if (world.fails) throw new Error('KV is away');
      return world.stored;
    },
  } as unknown as Pick<KVNamespace, 'get'>;
  const parse = (text: string): Parsed<string> =>
    text === 'garbage'
      ? { ok: false, problems: [{ line: 1, column: 1, message: 'garbage' }] }
      : { ok: true, value: text };
  const live = makeLiveText({
    kv,
    key: 'k',
    initial: 'open',
    parse,
    clock: { nowMs: () => world.nowMs },
    ...(source ? { source } : {}),
  });
  return { world, live };
}

test('a live text is never answered from the build while it is read for the first time', async () => {
  const { live } = makeWorld();
  expect(await Promise.all(Array.from({ length: 5 }, () => live.current()))).toEqual(Array(5).fill('closed'));
});

test('a live text comes from its source when KV fails before the first read', async () => {
  const { world, live } = makeWorld(async () => 'from the source');
  world.fails = true;
  expect(await live.current()).toBe('from the source');
});

test('a live text is read again after a second while KV fails, and then every twenty seconds', async () => {
  const { world, live } = makeWorld();
  world.fails = true;
  expect(await live.current()).toBe('open');
  world.fails = false;
  world.nowMs += 1_000;
  expect(await live.current()).toBe('closed');
  world.stored = 'changed';
  world.nowMs += 19_999;
  expect(await live.current()).toBe('closed');
  world.nowMs += 1;
  expect(await live.current()).toBe('changed');
});

test.each(['garbage', null])('a live text stays the last good one when KV holds %s or fails', async (text) => {
  const { world, live } = makeWorld();
  await live.current();
  world.stored = text;
  world.fails = text === null;
  world.nowMs += 20_000;
  expect(await live.current()).toBe('closed');
});

test('a live text without a publication is the initial one', async () => {
  const { world, live } = makeWorld();
  world.stored = null;
  expect(await live.current()).toBe('open');
});
