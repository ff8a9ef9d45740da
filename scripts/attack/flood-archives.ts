/** Archives that cost more to unpack than to send. */
import { constants, crc32, deflateRawSync } from 'node:zlib';

const MIB = 2 ** 20;
/** Below 4 GiB, which needs no ZIP64. */
const GROWN_BYTES = 4_000 * MIB;
const ENTRIES = 50_000;

function localHead(name: string, method: number, crc: number, packedBytes: number, sizeBytes: number): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(0x800, 6);
  head.writeUInt16LE(method, 8);
  head.writeUInt32LE(crc, 14);
  head.writeUInt32LE(packedBytes, 18);
  head.writeUInt32LE(sizeBytes, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name, 'latin1')]);
}

function centralHead(local: Buffer, offset: number): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(20, 4);
  local.copy(head, 6, 4, 30);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, local.subarray(30)]);
}

function end(count: number, sizeBytes: number, offset: number): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(sizeBytes, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}

let grown: Buffer | undefined;

/** About 4 MB that unpack to 4 GB of zeros: one block that ends at a byte, repeated. */
export function growingZip(): Buffer {
  if (grown) return grown;
  const zeros = Buffer.alloc(50 * MIB);
  const block = deflateRawSync(zeros, { finishFlush: constants.Z_FULL_FLUSH });
  const times = GROWN_BYTES / zeros.length;
  let crc = 0;
  for (let n = 0; n < times; n++) crc = crc32(zeros, crc);
  // An empty last block.
  const data = Buffer.concat([...Array.from({ length: times }, () => block), Buffer.from([3, 0])]);
  const local = localHead('grown.bin', 8, crc, data.length, GROWN_BYTES);
  const central = centralHead(local, 0);
  const offset = local.length + data.length;
  grown = Buffer.concat([local, data, central, end(1, central.length, offset)]);
  return grown;
}

let many: Buffer | undefined;

/** Many empty files, each an entry of the directory. */
export function manyEntriesZip(): Buffer {
  if (many) return many;
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (let n = 0; n < ENTRIES; n++) {
    const local = localHead(`f/${n}.txt`, 0, 0, 0, 0);
    locals.push(local);
    centrals.push(centralHead(local, offset));
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  many = Buffer.concat([...locals, directory, end(ENTRIES, directory.length, offset)]);
  return many;
}
