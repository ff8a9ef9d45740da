import { expect, it } from 'vitest';
import { readZip } from './zip-fixture.ts';
import {
  centralHeader,
  dosTime,
  entrySizes,
  isSafePath,
  localHeader,
  type ZipEntry,
  zipBytes,
  zipEnd,
} from './zip-layout.ts';

const GIB = 1024 ** 3;
const TIME_MS = Date.UTC(2026, 10, 23, 20, 15, 31);

/** A zip file whose contents are never made: headers at their places, zeros between them. */
function sparseZip(entries: readonly ZipEntry[]) {
  const pieces: { at: number; bytes: Uint8Array }[] = [];
  let offset = 0;
  const offsets = entries.map((entry) => {
    pieces.push({ at: offset, bytes: localHeader(entry) });
    offset += entrySizes(entry, offset).localBytes;
    return offset - entrySizes(entry, offset).localBytes;
  });
  let at = offset;
  for (const [index, entry] of entries.entries()) {
    const bytes = centralHeader(entry, offsets[index] ?? 0);
    expect(bytes.length).toBe(entrySizes(entry, offsets[index] ?? 0).centralBytes);
    pieces.push({ at, bytes });
    at += bytes.length;
  }
  const directory = { entries: entries.length, offset, sizeBytes: at - offset };
  pieces.push({ at, bytes: zipEnd(directory) });
  const sizeBytes = zipBytes(directory);
  const read = (start: number, end: number): Uint8Array => {
    const found = new Uint8Array(end - start);
    let low = 0;
    let high = pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const piece = pieces[middle];
      if (piece && piece.at + piece.bytes.length <= start) low = middle + 1;
      else high = middle;
    }
    for (let index = low; index < pieces.length; index += 1) {
      const piece = pieces[index];
      if (!piece || piece.at >= end) break;
      const from = Math.max(start, piece.at);
      const to = Math.min(end, piece.at + piece.bytes.length);
      found.set(piece.bytes.subarray(from - piece.at, to - piece.at), from - start);
    }
    return found;
  };
  return { sizeBytes, read, directory };
}

function entry(path: string, sizeBytes = 0, modifiedMs = TIME_MS): ZipEntry {
  return { path, sizeBytes, crc32: sizeBytes === 0 ? 0 : 0xdeadbeef, modifiedMs };
}

it('the layout of a zip file is read by a reader of the format, with names, sizes, times and checksums', () => {
  const entries = [entry('plain.txt', 5), entry('日本/'), entry('日本/пример ä.txt', 7), entry('empty', 0)];
  const { sizeBytes, read } = sparseZip(entries);
  expect(readZip(read, sizeBytes).map(({ path, sizeBytes: size, crc32: crc }) => [path, size, crc])).toEqual(
    entries.map(({ path, sizeBytes: size, crc32: crc }) => [path, size, crc]),
  );
  for (const found of readZip(read, sizeBytes)) {
    expect(found).toMatchObject({ flags: 0x0800, method: 0, modifiedSeconds: Math.floor(TIME_MS / 1_000) });
    expect(found.isFolder).toBe(found.path.endsWith('/'));
  }
});

it('counts past 4 GiB in sizes, offsets and the directory', () => {
  const entries = [
    entry('a.bin', 0xffff_fffe),
    entry('just 4 GiB less one', 0xffff_ffff),
    entry('5 GiB', 5 * GIB),
    entry('after', 3),
    entry('last', 9 * GIB),
  ];
  const { sizeBytes, read } = sparseZip(entries);
  expect(sizeBytes).toBeGreaterThan(22 * GIB);
  expect(readZip(read, sizeBytes).map((found) => found.sizeBytes)).toEqual(entries.map((one) => one.sizeBytes));
});

it.each([65_534, 65_535, 100_000])('the layout of a zip file: holds %i entries', (count) => {
  const entries = Array.from({ length: count }, (_, index) =>
    entry(`folder ${index % 97}/file ${index}.txt`, index % 3),
  );
  const { sizeBytes, read, directory } = sparseZip(entries);
  const found = readZip(read, sizeBytes);
  expect(found.length).toBe(count);
  expect(found.at(-1)?.path).toBe(entries.at(-1)?.path);
  expect(zipEnd(directory).length).toBe(count < 65_535 ? 22 : 98);
});

it('the layout of a zip file refuses paths that could leave the folder they are extracted into', () => {
  for (const path of ['../a', 'a/../b', '/a', 'a//b', './a', 'a/.', 'a\\b', 'C:/a', 'c:a', 'a\0b', '', '/'])
    expect([path, isSafePath(path)]).toEqual([path, false]);
  for (const path of ['a', 'a/', 'a/b/', '..a/b..', 'ab:c/d', 'ä/…/c'])
    expect([path, isSafePath(path)]).toEqual([path, true]);
  expect(() => localHeader(entry('a/../b'))).toThrow(RangeError);
  expect(() => entrySizes(entry('x'.repeat(70_000)), 0)).toThrow(RangeError);
});

it('the layout of a zip file keeps DOS times within the years they can hold', () => {
  expect(dosTime(Date.UTC(2026, 0, 2, 3, 4, 6))).toEqual({
    time: (3 << 11) | (4 << 5) | 3,
    date: (46 << 9) | (1 << 5) | 2,
  });
  expect(dosTime(0)).toEqual({ time: 0, date: (1 << 5) | 1 });
  expect(dosTime(8e15).date >> 9).toBe(127);
});
