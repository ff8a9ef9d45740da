import { describe, expect, test } from 'vitest';
import type { Parsed } from '#shared/document-kind.ts';
import { makeLiveText } from './live-text.ts';

interface World {
  nowMs: number;
  kept: string | null;
  fails: boolean;
  asked: number;
}

function makeWorld(source?: () => Promise<string | null>) {
  const world: World = { nowMs: 1_000, kept: 'closed', fails: false, asked: 0 };
  const kv = {
    get: async () => {
      world.asked += 1;
      await Promise.resolve();
      if (world.fails) throw new Error('KV is away');
      return world.kept;
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

describe('a live text', () => {
  test('is never answered by what the build brought while it is being read for the first time', async () => {
    const { live } = makeWorld();
    expect(await Promise.all(Array.from({ length: 5 }, () => live.current()))).toEqual(Array(5).fill('closed'));
  });

  test('comes from where it is kept for good when KV fails before it was ever read', async () => {
    const { world, live } = makeWorld(async () => 'kept for good');
    world.fails = true;
    expect(await live.current()).toBe('kept for good');
  });

  test('is asked for again after a second while nobody could tell it, and then once in twenty', async () => {
    const { world, live } = makeWorld();
    world.fails = true;
    expect(await live.current()).toBe('open');
    world.fails = false;
    world.nowMs += 1_000;
    expect(await live.current()).toBe('closed');
    world.kept = 'changed';
    world.nowMs += 19_999;
    expect(await live.current()).toBe('closed');
    world.nowMs += 1;
    expect(await live.current()).toBe('changed');
  });

  test.each(['garbage', null])('stays the last good one when KV holds %s or fails', async (kept) => {
    const { world, live } = makeWorld();
    await live.current();
    world.kept = kept;
    world.fails = kept === null;
    world.nowMs += 20_000;
    expect(await live.current()).toBe('closed');
  });

  test('that nobody published is the initial one', async () => {
    const { world, live } = makeWorld();
    world.kept = null;
    expect(await live.current()).toBe('open');
  });
});
