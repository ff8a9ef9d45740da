import { expect, it } from 'vitest';
import type { ContentKey, UserId } from '#shared/ids.ts';
import { GIB, MIB, MINUTE_MS } from '#shared/units.ts';
import type { OpenContent, OwnTransfer } from './claims.ts';
import { makeTransfers, maySend } from './transfers.ts';

const LONG = 17 * MIB;

function contentOf(key: string, transfer: Partial<OwnTransfer> = {}): OpenContent {
  const traffic = { totalBytes: null, leftBytes: null, usedBytes: 0 };
  return {
    manifest: { v: 1, size: LONG, parts: [] },
    sizeBytes: LONG,
    contentKey: key as ContentKey,
    name: key,
    mime: '',
    modifiedMs: 0,
    payer: 'alice' as UserId,
    transfer: { atOnce: 2, traffic, slowBytesPerSecond: null, ...transfer },
  };
}

const used = (leftBytes: number, totalBytes = 100 * GIB) => ({
  traffic: { totalBytes, leftBytes, usedBytes: totalBytes - leftBytes },
});

it('a person takes so many files at a time as the plan says; spans of one file count once, short ones not', () => {
  const transfers = makeTransfers(() => undefined);
  const first = transfers.begin(contentOf('a'), LONG, 0);
  const second = transfers.begin(contentOf('a'), LONG, 0);
  transfers.begin(contentOf('b'), LONG, 0);
  transfers.begin(contentOf('c'), MIB, 0);
  const third = () => transfers.begin(contentOf('c'), LONG, 0);
  expect(third).toThrow('transfer_limit');
  first.end();
  expect(third).toThrow('transfer_limit');
  second.end();
  expect(third().bytesPerSecond).toBeNull();
});

it('visitors of links have no limit', () => {
  const transfers = makeTransfers(() => undefined);
  for (const key of ['a', 'b', 'c', 'd']) {
    const { transfer: _, ...content } = contentOf(key);
    expect(transfers.begin(content, LONG, 0).bytesPerSecond).toBeNull();
    expect(maySend(content)).toBe(true);
  }
});

it('downloads without traffic left slow down or stop, as the plan says', () => {
  const transfers = makeTransfers(() => undefined);
  const slow = contentOf('a', { ...used(0), slowBytesPerSecond: 1_000 });
  expect(transfers.begin(slow, LONG, 0).bytesPerSecond).toBe(1_000);
  const stopped = contentOf('b', used(0));
  expect(() => transfers.begin(stopped, 10, 0)).toThrow('traffic_not_enough');
  expect([maySend(slow), maySend(stopped), maySend(contentOf('b', used(1)))]).toEqual([true, false, true]);
});

it('sums of links are folded once a minute near a limit, and not far from it', () => {
  const folded: string[] = [];
  const transfers = makeTransfers((userId) => void folded.push(userId));
  const begin = (leftBytes: number, nowMs: number) => transfers.begin(contentOf('a', used(leftBytes)), 10, nowMs);
  begin(50 * GIB, MINUTE_MS);
  expect(folded).toEqual([]);
  begin(4 * GIB, MINUTE_MS);
  begin(3 * GIB, 2 * MINUTE_MS - 1);
  expect(folded).toEqual(['alice']);
  begin(3 * GIB, 2 * MINUTE_MS);
  expect(folded).toHaveLength(2);
});
