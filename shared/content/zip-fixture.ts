/** A reader of zip files for tests, written from the format alone: it reads the end, the directory and every local header. */

export interface ReadEntry {
  readonly path: string;
  readonly sizeBytes: number;
  readonly crc32: number;
  readonly modifiedSeconds: number | null;
  readonly flags: number;
  readonly method: number;
  readonly isFolder: boolean;
  /** First byte of its content. */
  readonly dataOffset: number;
}

/** Reads a span of the file. */
export type ReadBytes = (start: number, end: number) => Uint8Array;

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function need(condition: boolean, what: string): void {
  if (!condition) throw new Error(`not a zip file: ${what}`);
}

/** Extra fields by their id. */
function extrasOf(bytes: Uint8Array): Map<number, Uint8Array> {
  const view = viewOf(bytes);
  const found = new Map<number, Uint8Array>();
  for (let at = 0; at < bytes.length; ) {
    const size = view.getUint16(at + 2, true);
    need(at + 4 + size <= bytes.length, 'an extra field is too long');
    found.set(view.getUint16(at, true), bytes.subarray(at + 4, at + 4 + size));
    at += 4 + size;
  }
  return found;
}

function endOf(read: ReadBytes, sizeBytes: number): { entries: number; offset: number; size: number } {
  const end = viewOf(read(sizeBytes - 22, sizeBytes));
  need(end.getUint32(0, true) === 0x06054b50, 'no end record');
  const plain = {
    entries: end.getUint16(10, true),
    size: end.getUint32(12, true),
    offset: end.getUint32(16, true),
  };
  const locatorAt = sizeBytes - 42;
  const locator = locatorAt >= 0 ? viewOf(read(locatorAt, locatorAt + 20)) : null;
  if (locator?.getUint32(0, true) !== 0x07064b50) return plain;
  const recordAt = Number(locator.getBigUint64(8, true));
  const record = viewOf(read(recordAt, recordAt + 56));
  need(record.getUint32(0, true) === 0x06064b50, 'no zip64 record');
  need(recordAt + 56 === locatorAt, 'the zip64 record is not before its locator');
  return {
    entries: Number(record.getBigUint64(32, true)),
    size: Number(record.getBigUint64(40, true)),
    offset: Number(record.getBigUint64(48, true)),
  };
}

/** All entries, each local header compared with its entry in the directory. @throws Error when something does not fit */
export function readZip(read: ReadBytes, sizeBytes: number): ReadEntry[] {
  const end = endOf(read, sizeBytes);
  const directory = read(end.offset, end.offset + end.size);
  const view = viewOf(directory);
  const entries: ReadEntry[] = [];
  let nextLocal = 0;
  let at = 0;
  while (at < directory.length) {
    need(view.getUint32(at, true) === 0x02014b50, 'no directory entry');
    const [nameBytes, extraBytes] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)];
    const name = directory.subarray(at + 46, at + 46 + nameBytes);
    const extras = extrasOf(directory.subarray(at + 46 + nameBytes, at + 46 + nameBytes + extraBytes));
    const numbers = extras.get(1) ? viewOf(extras.get(1) as Uint8Array) : null;
    let used = 0;
    const wide = (value: number): number => {
      if (value !== 0xffffffff) return value;
      need(numbers !== null, 'a zip64 number is missing');
      used += 8;
      return Number(numbers?.getBigUint64(used - 8, true));
    };
    const size = wide(view.getUint32(at + 24, true));
    need(wide(view.getUint32(at + 20, true)) === size, 'a stored entry has two sizes');
    const localAt = wide(view.getUint32(at + 42, true));
    need(used === (numbers?.byteLength ?? 0), 'a zip64 field holds more than it should');
    need(localAt === nextLocal, 'there is a hole between two entries');
    const local = read(localAt, localAt + 30);
    const localView = viewOf(local);
    const [localName, localExtra] = [localView.getUint16(26, true), localView.getUint16(28, true)];
    need(localView.getUint32(0, true) === 0x04034b50, 'no local header');
    const rest = read(localAt + 30, localAt + 30 + localName + localExtra);
    need(new TextDecoder().decode(rest.subarray(0, localName)) === new TextDecoder().decode(name), 'two names');
    const local64 = extrasOf(rest.subarray(localName)).get(1);
    need((local64 !== undefined) === size >= 0xffffffff, 'a zip64 field in the local header that should not be there');
    if (local64) need(Number(viewOf(local64).getBigUint64(0, true)) === size, 'two sizes');
    else need(localView.getUint32(22, true) === size, 'two sizes');
    need(localView.getUint32(14, true) === view.getUint32(at + 16, true), 'two checksums');
    const time = extras.get(0x5455);
    const dataOffset = localAt + 30 + localName + localExtra;
    entries.push({
      path: new TextDecoder('utf-8', { fatal: true }).decode(name),
      sizeBytes: size,
      crc32: view.getUint32(at + 16, true),
      modifiedSeconds: time ? viewOf(time).getInt32(1, true) : null,
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      isFolder: (view.getUint32(at + 38, true) & 0x10) !== 0,
      dataOffset,
    });
    nextLocal = dataOffset + size;
    at += 46 + nameBytes + extraBytes;
  }
  need(nextLocal === end.offset, 'the directory does not follow the entries');
  need(entries.length === end.entries, 'another number of entries');
  return entries;
}
