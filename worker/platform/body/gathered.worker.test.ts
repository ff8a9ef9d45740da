/// <reference types="@cloudflare/vitest-plugin/types" />
/** Bodies of unknown length share memory: no caller takes all of it, and none holds it by sending nothing. */
import { expect, it } from 'vitest';
import { isAppError } from '#shared/errors.ts';
import { gathered, type WindowReader } from './gathered.ts';

let nowMs = 1_000_000;
const clock = { nowMs: () => nowMs };

/** A body that goes on until it is ended. */
function openBody() {
  const { readable, writable } = new IdentityTransformStream();
  const writer = writable.getWriter();
  const end = () => writer.close().catch(() => undefined);
  return { body: readable as ReadableStream<Uint8Array>, writer, end };
}

const lengthOf = async (reader: WindowReader) => (await reader.next())?.length ?? 0;
const whole = (text: string) => new Response(text).body as ReadableStream<Uint8Array>;

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (isAppError(error) ? (error.detail?.reason ?? error.errorName) : String(error)),
  );

it('one person has two at once, and others have the rest', async () => {
  const slow = [openBody(), openBody()];
  const held = slow.map(({ body }) => gathered({ userId: 'a', body, clock }, lengthOf));
  expect(await reasonOf(gathered({ userId: 'a', body: whole('x'), clock }, lengthOf))).toBe('bodies_of_unknown_length');
  expect(await gathered({ userId: 'b', body: whole('four'), clock }, lengthOf)).toBe(4);
  await Promise.all(slow.map(({ end }) => end()));
  expect(await Promise.all(held)).toEqual([0, 0]);
  expect(await gathered({ userId: 'a', body: whole('x'), clock }, lengthOf)).toBe(1);
});

it('those that send next to nothing give their memory to one that waits, and only then', async () => {
  const slow = Array.from({ length: 4 }, openBody);
  const held = slow.map(({ body }, at) => reasonOf(gathered({ userId: `u${at >> 1}`, body, clock }, lengthOf)));
  const other = () => reasonOf(gathered({ userId: 'b', body: whole('x'), clock }, lengthOf));
  expect(await other()).toBe('bodies_of_unknown_length');
  nowMs += 21_000;
  for (const { writer } of slow) writer.write(new Uint8Array(1)).catch(() => undefined);
  expect(await other()).toBe('bodies_of_unknown_length');
  expect(await Promise.all(held)).toEqual(Array.from({ length: 4 }, () => 'body_too_slow'));
  expect(await other()).toBe('done');
});
