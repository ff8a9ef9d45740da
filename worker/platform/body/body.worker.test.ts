import { expect, it } from 'vitest';
import { KIB, MIB } from '#shared/units.ts';
import { parseFields, readFormData } from './form.ts';
import { answerBeforeRest, drainBody, readAtMost, readLimited, readLimitedBytes } from './read.ts';

const ADDRESS = 'https://drive.example/x';

/** A stream of pieces that counts how many were taken from it. */
function pieces(piece: Uint8Array, count: number) {
  const { readable, writable } = new IdentityTransformStream();
  const seen = { taken: 0, failed: false };
  const write = async (): Promise<void> => {
    const writer = writable.getWriter();
    try {
      for (; seen.taken < count; seen.taken += 1) await writer.write(piece);
      await writer.close();
    } catch {
      seen.failed = true;
    }
  };
  const written = write();
  return { readable, seen, written };
}

const requestOf = (body: ReadableStream<Uint8Array> | string, headers: Record<string, string> = {}) =>
  new Request(ADDRESS, { method: 'POST', body, headers });

const nameOf = async (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'read',
    (error: { errorName?: string }) => String(error.errorName),
  );

it.each([0, 1, 4 * KIB - 1, 4 * KIB, 4 * KIB + 1, 300 * KIB])(
  'a body in memory: of %i bytes is whole, with and without a known length',
  async (size) => {
    const body = Uint8Array.from({ length: size }, (_, n) => (n * 7) % 251);
    const declared = new Request(ADDRESS, { method: 'POST', body, headers: { 'content-length': String(size) } });
    expect(await readLimitedBytes(declared, MIB)).toEqual(body);
    const { readable } = pieces(body, 1);
    expect(await readLimitedBytes(requestOf(readable), MIB)).toEqual(body);
    expect(await readLimitedBytes(requestOf(pieces(body, 1).readable, { 'content-length': '3' }), MIB)).toEqual(body);
  },
);

it('a body in memory: in pieces of one byte is whole', async () => {
  expect(await readLimited(requestOf(pieces(new Uint8Array([120]), 5_000).readable), 5_000)).toBe('x'.repeat(5_000));
});

it('a body in memory is refused when it is longer than the limit, and not read on', async () => {
  const { readable, seen } = pieces(new Uint8Array(KIB), 100_000);
  const request = requestOf(readable);
  expect(await nameOf(readLimited(request, 10 * KIB))).toBe('request_too_large');
  expect(seen.taken).toBeLessThan(50);
  expect(request.body?.locked).toBe(false);
  await request.body?.cancel();
});

it('a body in memory that is too long is answered while its sender goes on, and what is on its way is read', async () => {
  const { readable, seen, written } = pieces(new Uint8Array(KIB), 3_000);
  const request = requestOf(readable);
  expect(await readAtMost(readable, KIB)).toBeNull();
  const answer = await answerBeforeRest(request, Response.json({ error: 'no' }, { status: 413 }));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([413, 'application/json']);
  expect(await answer.json()).toEqual({ error: 'no' });
  await written;
  expect(seen).toEqual({ taken: 3_000, failed: false });
});

it('a body in memory: of a known length that is refused unread is not asked for', async () => {
  const { readable, seen } = pieces(new Uint8Array(KIB), 3_000);
  const refused = Response.json({});
  expect(await answerBeforeRest(requestOf(readable, { 'content-length': '9999999' }), refused)).toBe(refused);
  expect(seen.taken).toBeLessThan(50);
  await readable.cancel();
});

it('a body in memory is cancelled, which is no fault, when its sender goes away', async () => {
  const { readable, writable } = new IdentityTransformStream();
  const writer = writable.getWriter();
  const reading = nameOf(readLimited(requestOf(readable), KIB));
  await writer.write(new Uint8Array(5));
  await writer.abort(new Error('gone')).catch(() => undefined);
  expect(await reading).toBe('cancelled');
});

it('an endless refused body is drained to a limit, and a longer one that says so is cut off at once', async () => {
  const endless = pieces(new Uint8Array(KIB), 100_000);
  await drainBody(endless.readable, 0, 64 * KIB);
  await endless.written;
  expect(endless.seen.failed).toBe(true);
  expect(endless.seen.taken).toBeLessThan(1_000);
  const long = pieces(new Uint8Array(KIB), 100_000);
  await drainBody(long.readable, MIB, 64 * KIB);
  await long.written;
  expect(long.seen).toEqual({ taken: 0, failed: true });
});

it('a form: of 4,096 fields is read, and one of more is refused', () => {
  expect([...parseFields('a=1&'.repeat(4_095))]).toHaveLength(4_095);
  expect(() => parseFields('&'.repeat(4_096))).toThrow('invalid_argument');
});

const multipart = (parts: number): Request =>
  requestOf(`${'--edge\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(parts)}--edge--\r\n`, {
    'content-type': 'multipart/form-data; boundary=edge',
  });

it('a form: with files has so many parts as were asked for', async () => {
  expect((await readFormData(multipart(16), MIB, 16)).getAll('a')).toHaveLength(16);
  expect(await nameOf(readFormData(multipart(17), MIB, 16))).toBe('invalid_argument');
  expect(await nameOf(readFormData(multipart(20_000), 4 * MIB, 16))).toBe('invalid_argument');
});

it.each([
  `multipart/form-data; x=${'a'.repeat(1_000)}; boundary=edge`,
  'multipart/form-data; x="; boundary=zz"; boundary=edge',
  'multipart/form-data; boundary=zz; boundary=edge',
  'multipart/form-data; boundary*=edge',
  `multipart/form-data; boundary="${'e'.repeat(71)}"`,
  'text/plain; boundary=edge',
])('a form: of very many parts is refused whatever its type says: %s', async (type) => {
  const body = '--edge\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(20_000);
  const asked = requestOf(`${body}--edge--\r\n`, { 'content-type': type });
  const answer = await readFormData(asked, 4 * MIB, 16).then(
    (form) => [...form].length,
    (error: { errorName?: string }) => error.errorName,
  );
  expect(['invalid_argument', 0]).toContain(answer);
});

it('a form: without files is read under its limit of fields, and other bodies are refused', async () => {
  const letters = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await readFormData(requestOf('a=1&b=2', letters), KIB, 1)).get('b')).toBe('2');
  expect(await nameOf(readFormData(requestOf('&'.repeat(5_000), letters), MIB, 1))).toBe('invalid_argument');
  expect(await nameOf(readFormData(requestOf('{}', { 'content-type': 'application/json' }), MIB, 1))).toBe(
    'invalid_argument',
  );
});
