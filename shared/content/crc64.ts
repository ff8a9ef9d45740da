/**
 * CRC-64/NVME, the checksum that storage clients send by default. A 64-bit value is two 32-bit halves, because BigInt
 * arithmetic costs fifty times as much.
 * @source NVM Express NVM Command Set Specification, section 5.2.1.3.4
 */

/** The polynomial, bit-reversed. */
const POLYNOMIAL_HIGH = 0x9a6c9329;
const POLYNOMIAL_LOW = 0xac4bc9b5 | 0;
const TABLE_COUNT = 8;
const ENTRY_BYTES = 8;
const TABLE_BYTES = 256 * ENTRY_BYTES;

export interface Crc64 {
  readonly high: number;
  readonly low: number;
}

/** The checksum of no bytes. */
export const EMPTY_CRC64: Crc64 = Object.freeze({ high: 0, low: 0 });

/** Eight tables of 256 entries, each entry its low half and then its high half: one step takes eight bytes. */
function slicingTables(): DataView {
  const made = new DataView(new ArrayBuffer(TABLE_COUNT * TABLE_BYTES));
  for (let byte = 0; byte < 256; byte += 1) {
    let low = byte;
    let high = 0;
    for (let bit = 0; bit < 8; bit += 1) {
      const isOdd = (low & 1) === 1;
      low = (low >>> 1) | ((high & 1) << 31);
      high >>>= 1;
      if (!isOdd) continue;
      low ^= POLYNOMIAL_LOW;
      high ^= POLYNOMIAL_HIGH;
    }
    made.setInt32(byte * ENTRY_BYTES, low, true);
    made.setInt32(byte * ENTRY_BYTES + 4, high, true);
  }
  for (let at = TABLE_BYTES; at < made.byteLength; at += ENTRY_BYTES) {
    const low = made.getInt32(at - TABLE_BYTES, true);
    const high = made.getInt32(at - TABLE_BYTES + 4, true);
    const entry = (low & 0xff) * ENTRY_BYTES;
    made.setInt32(at, ((low >>> 8) | (high << 24)) ^ made.getInt32(entry, true), true);
    made.setInt32(at + 4, (high >>> 8) ^ made.getInt32(entry + 4, true), true);
  }
  return made;
}

let tables: DataView | undefined;

/** @param before  checksum of the preceding bytes */
export function crc64nvme(bytes: Uint8Array, before: Crc64 = EMPTY_CRC64): Crc64 {
  tables ??= slicingTables();
  const table = tables;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let low = ~before.low;
  let high = ~before.high;
  let at = 0;
  for (const lastWhole = bytes.length - 8; at <= lastWhole; at += 8) {
    const first = low ^ view.getInt32(at, true);
    const second = high ^ view.getInt32(at + 4, true);
    const e0 = 7 * TABLE_BYTES + (first & 0xff) * ENTRY_BYTES;
    const e1 = 6 * TABLE_BYTES + ((first >>> 8) & 0xff) * ENTRY_BYTES;
    const e2 = 5 * TABLE_BYTES + ((first >>> 16) & 0xff) * ENTRY_BYTES;
    const e3 = 4 * TABLE_BYTES + (first >>> 24) * ENTRY_BYTES;
    const e4 = 3 * TABLE_BYTES + (second & 0xff) * ENTRY_BYTES;
    const e5 = 2 * TABLE_BYTES + ((second >>> 8) & 0xff) * ENTRY_BYTES;
    const e6 = TABLE_BYTES + ((second >>> 16) & 0xff) * ENTRY_BYTES;
    const e7 = (second >>> 24) * ENTRY_BYTES;
    low =
      table.getInt32(e0, true) ^
      table.getInt32(e1, true) ^
      table.getInt32(e2, true) ^
      table.getInt32(e3, true) ^
      table.getInt32(e4, true) ^
      table.getInt32(e5, true) ^
      table.getInt32(e6, true) ^
      table.getInt32(e7, true);
    high =
      table.getInt32(e0 + 4, true) ^
      table.getInt32(e1 + 4, true) ^
      table.getInt32(e2 + 4, true) ^
      table.getInt32(e3 + 4, true) ^
      table.getInt32(e4 + 4, true) ^
      table.getInt32(e5 + 4, true) ^
      table.getInt32(e6 + 4, true) ^
      table.getInt32(e7 + 4, true);
  }
  for (; at < bytes.length; at += 1) {
    const entry = ((low ^ view.getUint8(at)) & 0xff) * ENTRY_BYTES;
    low = ((low >>> 8) | (high << 24)) ^ table.getInt32(entry, true);
    high = (high >>> 8) ^ table.getInt32(entry + 4, true);
  }
  return { high: ~high >>> 0, low: ~low >>> 0 };
}

/** Big-endian, as the storage protocol writes it. */
export function crc64Bytes({ high, low }: Crc64): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, high);
  view.setUint32(4, low);
  return new Uint8Array(view.buffer);
}
