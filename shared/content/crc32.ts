/**
 * CRC-32 (IEEE 802.3, as in zip and gzip) and CRC-32C, and joining the checksums of neighbouring runs without their bytes.
 */

/** Polynomials, bit-reversed. */
const IEEE = 0xedb88320;
const CASTAGNOLI = 0x82f63b78;
const TABLE_COUNT = 8;
const TABLE_BYTES = 256 * 4;

/** Eight tables of 256 entries each, one after the other: one step then takes eight bytes. */
function slicingTables(polynomial: number): DataView {
  const made = new DataView(new ArrayBuffer(TABLE_COUNT * TABLE_BYTES));
  for (let byte = 0; byte < 256; byte += 1) {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    made.setInt32(byte * 4, value, true);
  }
  for (let at = TABLE_BYTES; at < made.byteLength; at += 4) {
    const before = made.getInt32(at - TABLE_BYTES, true);
    made.setInt32(at, (before >>> 8) ^ made.getInt32((before & 0xff) * 4, true), true);
  }
  return made;
}

let ieeeTables: DataView | undefined;
let castagnoliTables: DataView | undefined;

function update(table: DataView, bytes: Uint8Array, before: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let crc = ~before;
  let at = 0;
  for (const lastWhole = bytes.length - 8; at <= lastWhole; at += 8) {
    const low = crc ^ view.getInt32(at, true);
    const high = view.getInt32(at + 4, true);
    crc =
      table.getInt32(7 * TABLE_BYTES + (low & 0xff) * 4, true) ^
      table.getInt32(6 * TABLE_BYTES + ((low >>> 8) & 0xff) * 4, true) ^
      table.getInt32(5 * TABLE_BYTES + ((low >>> 16) & 0xff) * 4, true) ^
      table.getInt32(4 * TABLE_BYTES + (low >>> 24) * 4, true) ^
      table.getInt32(3 * TABLE_BYTES + (high & 0xff) * 4, true) ^
      table.getInt32(2 * TABLE_BYTES + ((high >>> 8) & 0xff) * 4, true) ^
      table.getInt32(TABLE_BYTES + ((high >>> 16) & 0xff) * 4, true) ^
      table.getInt32((high >>> 24) * 4, true);
  }
  for (; at < bytes.length; at += 1) crc = (crc >>> 8) ^ table.getInt32(((crc ^ view.getUint8(at)) & 0xff) * 4, true);
  return ~crc >>> 0;
}

/**
 * The checksum of `bytes`, or of everything so far when `before` is the checksum of what came first.
 * @param before  checksum of the preceding bytes; 0 at the start
 * @returns unsigned 32-bit number
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  ieeeTables ??= slicingTables(IEEE);
  return update(ieeeTables, bytes, before);
}

/** The same with the Castagnoli polynomial (CRC-32C, RFC 3720 appendix B.4), which storage protocols use. */
export function crc32c(bytes: Uint8Array, before = 0): number {
  castagnoliTables ??= slicingTables(CASTAGNOLI);
  return update(castagnoliTables, bytes, before);
}

/** The product of two polynomials modulo the CRC's; bit 31 is x^0. */
function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let mask = 0x80000000; mask !== 0; mask >>>= 1) {
    if (a & mask) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ IEEE : shifted >>> 1;
  }
  return product >>> 0;
}

/** x^(8 * lengthBytes) modulo the polynomial: what appending that many bytes multiplies a checksum by. */
function shiftOf(lengthBytes: number): number {
  let power = 0x80000000;
  let square = 0x40000000;
  for (let skip = 0; skip < 3; skip += 1) square = multiply(square, square);
  for (let rest = lengthBytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = multiply(square, power);
    square = multiply(square, square);
  }
  return power;
}

/**
 * The checksum of A followed by B, from their checksums alone; so windows may be summed in any order.
 * @param lengthBytesB  size of B in bytes, 0 to 2^53 - 1
 */
export function crc32Combine(crcA: number, crcB: number, lengthBytesB: number): number {
  return (multiply(shiftOf(lengthBytesB), crcA) ^ crcB) >>> 0;
}

/** A checksum as eight lower-case hex digits. */
export function crc32Hex(crc: number): string {
  return (crc >>> 0).toString(16).padStart(8, '0');
}
