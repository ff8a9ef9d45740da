import { expect, it } from 'vitest';
import { isAppError } from '#shared/errors.ts';
import { MIB, MINUTE_MS, SECOND_MS } from '#shared/units.ts';
import { makeUploadsAtOnce } from './uploads-at-once.ts';

function makeSender(limit = 2) {
  const sent = makeUploadsAtOnce();
  const begin = (uploadId: string, nowMs = 0, totalBytes = 17 * MIB) =>
    sent.begin({ uploadId, totalBytes }, limit, nowMs);
  const isRefused = (...call: Parameters<typeof begin>): boolean => {
    try {
      begin(...call);
      return false;
    } catch (error) {
      return isAppError(error) && error.errorName === 'transfer_limit';
    }
  };
  return { ...sent, begin, isRefused };
}

it('a person sends so many files at a time as the plan says: parts of one file count once, small files not', () => {
  const { begin, isRefused } = makeSender();
  for (const id of ['a', 'a', 'b', 'a']) begin(id);
  expect(isRefused('c')).toBe(true);
  expect(isRefused('small', 0, MIB)).toBe(false);
  expect(isRefused('b')).toBe(false);
});

it('the refusal of a file names the limit and what is used', () => {
  const { begin } = makeSender(1);
  begin('a');
  let refusal: unknown;
  try {
    begin('b');
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toMatchObject({
    errorName: 'transfer_limit',
    detail: { metadata: { limit: '1', used: '1' }, messageKey: 'errors.transfer_limit_uploads' },
  });
});

it('a file keeps its place between its parts, and gives it up when it has ended or was left', () => {
  const { begin, endPart, end, isRefused } = makeSender(1);
  begin('a');
  endPart('a', 0);
  expect(isRefused('b', SECOND_MS)).toBe(true);
  expect(isRefused('b', 6 * SECOND_MS)).toBe(false);
  end('b');
  begin('c', 7 * SECOND_MS);
  begin('c', 7 * SECOND_MS);
  endPart('c', 7 * SECOND_MS);
  expect(isRefused('d', MINUTE_MS)).toBe(true);
  end('c');
  expect(isRefused('d', MINUTE_MS)).toBe(false);
});

it('a part that never ended holds its place for two minutes', () => {
  const { begin, isRefused } = makeSender(1);
  begin('a');
  expect(isRefused('b', 2 * MINUTE_MS - 1)).toBe(true);
  expect(isRefused('b', 2 * MINUTE_MS)).toBe(false);
});
