/** Reads which characters a TrueType font has: its `cmap` table, formats 4 and 12. Pure. */

const MISSING = 0xffff;

function cmapOf(font: Buffer): number {
  const tables = font.readUInt16BE(4);
  for (let at = 12; at < 12 + 16 * tables; at += 16)
    if (font.toString('latin1', at, at + 4) === 'cmap') return font.readUInt32BE(at + 8);
  throw new Error('a font without characters');
}

/** Format 4: segments of the first 65,536 characters. */
function bySegments(font: Buffer, at: number): number[] {
  const bytes = font.readUInt16BE(at + 6);
  const [ends, starts] = [at + 14, at + 16 + bytes];
  const codes: number[] = [];
  for (let segment = 0; segment < bytes; segment += 2) {
    const [start, end] = [font.readUInt16BE(starts + segment), font.readUInt16BE(ends + segment)];
    const [delta, offsetAt] = [font.readUInt16BE(starts + bytes + segment), starts + 2 * bytes + segment];
    const offset = font.readUInt16BE(offsetAt);
    for (let code = start; code <= end && code !== MISSING; code += 1) {
      const glyph = offset === 0 ? (code + delta) & 0xffff : font.readUInt16BE(offsetAt + offset + 2 * (code - start));
      if (glyph !== 0) codes.push(code);
    }
  }
  return codes;
}

/** Format 12: groups of all characters. */
function byGroups(font: Buffer, at: number): number[] {
  const codes: number[] = [];
  const groups = font.readUInt32BE(at + 12);
  for (let group = at + 16; group < at + 16 + 12 * groups; group += 12)
    for (let code = font.readUInt32BE(group); code <= font.readUInt32BE(group + 4); code += 1) codes.push(code);
  return codes;
}

export function charactersOf(font: Buffer): Set<number> {
  const cmap = cmapOf(font);
  const codes = new Set<number>();
  const tables = font.readUInt16BE(cmap + 2);
  for (let at = cmap + 4; at < cmap + 4 + 8 * tables; at += 8) {
    const table = cmap + font.readUInt32BE(at + 4);
    const format = font.readUInt16BE(table);
    for (const code of format === 4 ? bySegments(font, table) : format === 12 ? byGroups(font, table) : [])
      codes.add(code);
  }
  return codes;
}
