/** Texts in old encodings for tests: the inverse of `decodeAs`, found by decoding every character of an encoding. */
import { decodeAs } from './decode-as.ts';
import type { TextEncoding } from './encodings.ts';

const tables = new Map<TextEncoding, Map<string, readonly number[]>>();

function tableOf(encoding: TextEncoding): Map<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known) return known;
  const table = new Map<string, readonly number[]>();
  const offer = (...bytes: number[]) => {
    const text = decodeAs(Uint8Array.from(bytes), encoding);
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes);
  };
  for (let one = 0; one < 256; one += 1) offer(one);
  const isDouble = ['gbk', 'big5', 'shift_jis', 'euc-jp', 'euc-kr'].includes(encoding);
  if (isDouble)
    for (let lead = 0x81; lead < 0xff; lead += 1) for (let next = 0x40; next < 0xff; next += 1) offer(lead, next);
  tables.set(encoding, table);
  return table;
}

/** Characters of JIS X 0208 between escape sequences: EUC-JP without its high bits. */
function encodeIso2022(text: string): number[] {
  const table = tableOf('euc-jp');
  let isDouble = false;
  const bytes: number[] = [];
  for (const letter of text) {
    const code = table.get(letter);
    if (!code || code[0] === 0x8e) continue;
    if ((code.length === 2) !== isDouble) {
      isDouble = !isDouble;
      bytes.push(0x1b, ...(isDouble ? [0x24, 0x42] : [0x28, 0x42]));
    }
    bytes.push(...code.map((byte) => byte & 0x7f));
  }
  return isDouble ? [...bytes, 0x1b, 0x28, 0x42] : bytes;
}

/** Characters that the encoding lacks are left out. */
export function encodeAs(text: string, encoding: TextEncoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding === 'iso-2022-jp') return Uint8Array.from(encodeIso2022(text));
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const view = new DataView(new ArrayBuffer(text.length * 2));
    for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), encoding === 'utf-16le');
    return new Uint8Array(view.buffer);
  }
  const table = tableOf(encoding);
  return Uint8Array.from([...text].flatMap((letter) => table.get(letter) ?? []));
}
