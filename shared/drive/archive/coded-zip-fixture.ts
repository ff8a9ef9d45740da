/** Zip files as old programs make them, for tests: names in any bytes, without the flag of UTF-8; contents are stored. */
import { crc32 } from '#shared/content/crc32.ts';

export interface CodedEntry {
  readonly name: Uint8Array;
  readonly content: Uint8Array;
}

function record(signature: number, fields: readonly (readonly [size: 2 | 4, value: number])[], ...tail: Uint8Array[]) {
  const all = [[4, signature] as const, ...fields];
  const head = all.reduce((sum, [size]) => sum + size, 0);
  const bytes = new Uint8Array(head + tail.reduce((sum, one) => sum + one.length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of all) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  for (const one of tail) {
    bytes.set(one, at);
    at += one.length;
  }
  return bytes;
}

export function makeCodedZip(entries: readonly CodedEntry[]): Uint8Array<ArrayBuffer> {
  const locals: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    // Version, flags, method, time, day; checksum and sizes; lengths of name and extra field.
    const shared = [
      [2, 20] as const,
      [2, 0] as const,
      [2, 0] as const,
      [2, 0] as const,
      [2, 0x5a21] as const,
      [4, crc32(content)] as const,
      [4, content.length] as const,
      [4, content.length] as const,
      [2, name.length] as const,
      [2, 0] as const,
    ];
    const local = record(0x04_03_4b_50, shared, name, content);
    const rest = [[2, 0] as const, [2, 0] as const, [2, 0] as const, [4, 0] as const, [4, offset] as const];
    directory.push(record(0x02_01_4b_50, [[2, 20], ...shared, ...rest], name));
    locals.push(local);
    offset += local.length;
  }
  const sizeBytes = directory.reduce((sum, one) => sum + one.length, 0);
  const count = entries.length;
  const end = record(0x06_05_4b_50, [
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, sizeBytes],
    [4, offset],
    [2, 0],
  ]);
  return record(0, [], ...locals, ...directory, end).slice(4);
}

/** The end of a zip file that says how many entries it has, and no entry. */
export function makeCrowdedZip(count: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(56 + 20 + 22);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x06_06_4b_50, true);
  view.setBigUint64(32, BigInt(count), true);
  view.setUint32(56, 0x07_06_4b_50, true);
  view.setUint32(76, 0x06_05_4b_50, true);
  view.setUint16(86, 0xff_ff, true);
  return bytes;
}
