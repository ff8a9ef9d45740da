/**
 * Rar archives for tests, written from the format alone: contents are stored, no free tool packs them.
 * @source RAR 4.x technote.txt; RAR 5.0 archive format
 */
import { crc32 } from '#shared/content/crc32.ts';

export interface RarFile {
  readonly path: string;
  /** Null: a folder. */
  readonly text: string | null;
}

/** 15 January 2024, noon. */
const UNIX_SECONDS = 1_705_320_000;
const DOS_TIME = ((44 << 25) | (1 << 21) | (15 << 16) | (12 << 11)) >>> 0;

function little(value: number, length: number): number[] {
  return Array.from({ length }, (_, at) => Math.floor(value / 2 ** (8 * at)) & 0xff);
}

const utf8 = (value: string): number[] => [...new TextEncoder().encode(value)];
const crcOf = (bytes: readonly number[]): number => crc32(Uint8Array.from(bytes)) >>> 0;

/** A header of RAR 4: its checksum is the low half of a CRC-32. */
function oldBlock(type: number, flags: number, fields: readonly number[]): number[] {
  const body = [type, ...little(flags, 2), ...little(fields.length + 7, 2), ...fields];
  return [...little(crcOf(body) & 0xff_ff, 2), ...body];
}

export function makeRar4(files: readonly RarFile[]): Uint8Array<ArrayBuffer> {
  const blocks = files.map(({ path, text }) => {
    const name = utf8(path);
    const content = utf8(text ?? '');
    const sizes = [...little(content.length, 4), ...little(content.length, 4)];
    const facts = [3, ...little(crcOf(content), 4), ...little(DOS_TIME, 4), 20, 0x30];
    const mode = text === null ? 0o040755 : 0o100644;
    const fields = [...sizes, ...facts, ...little(name.length, 2), ...little(mode, 4), ...name];
    return [...oldBlock(0x74, 0x82_00 | (text === null ? 0xe0 : 0), fields), ...content];
  });
  const head = [...utf8('Rar!'), 0x1a, 7, 0, ...oldBlock(0x73, 0, little(0, 6))];
  return Uint8Array.from([...head, ...blocks.flat(), ...oldBlock(0x7b, 0x40_00, [])]);
}

/** Seven bits in a byte, the lowest first. */
function variable(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...variable(value >> 7)];
}

function block(fields: readonly number[]): number[] {
  const body = [...variable(fields.length), ...fields];
  return [...little(crcOf(body), 4), ...body];
}

export function makeRar5(files: readonly RarFile[]): Uint8Array<ArrayBuffer> {
  const blocks = files.map(({ path, text }) => {
    const name = utf8(path);
    const content = utf8(text ?? '');
    const isFolder = text === null;
    const mode = isFolder ? 0o040755 : 0o100644;
    const flags = isFolder ? 1 | 2 : 2 | 4;
    const times = [...little(UNIX_SECONDS, 4), ...(isFolder ? [] : little(crcOf(content), 4))];
    const sizes = [...variable(content.length), ...variable(flags), ...variable(content.length)];
    const fields = [2, 2, ...sizes, ...variable(mode), ...times, 0, 1, ...variable(name.length), ...name];
    return [...block(fields), ...content];
  });
  const head = [...utf8('Rar!'), 0x1a, 7, 1, 0, ...block([1, 0, 0])];
  return Uint8Array.from([...head, ...blocks.flat(), ...block([5, 0, 0])]);
}
