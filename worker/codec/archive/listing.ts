/** Reads the listing of `7zz l -slt`: blocks of `Key = value`, one for each entry. Pure; linear in its length. */
import type { EngineEntry } from '#worker/platform/archives/engine.ts';

/** Ends the description of the archive, which may hold a comment of many lines. */
const BEGIN = '\n----------\n';

function sizeOf(text: string | undefined): number {
  const size = Number(text || '0');
  return Number.isSafeInteger(size) && size >= 0 ? size : Number.NaN;
}

/** @returns null for a listing that makes no sense, or has more entries than allowed */
export function parseListing(listing: string, maxEntries: number): EngineEntry[] | null {
  const from = listing.indexOf(BEGIN);
  const entries: EngineEntry[] = [];
  for (const block of from < 0 ? [] : listing.slice(from + BEGIN.length).split('\n\n')) {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      const at = line.indexOf(' = ');
      const end = at < 0 && line.endsWith(' =') ? line.length - 2 : at;
      // The first of two lines of one key is 7-Zip's own: a comment comes later.
      if (end > 0 && !fields.has(line.slice(0, end))) fields.set(line.slice(0, end), line.slice(end + 3));
    }
    const path = fields.get('Path');
    if (path === undefined) continue;
    const attributes = fields.get('Attributes') ?? '';
    const isMarked = (fields.get('Symbolic Link') ?? '') !== '' || (fields.get('Hard Link') ?? '') !== '';
    const modifiedMs = Date.parse(`${(fields.get('Modified') ?? '').replace(' ', 'T')}Z`);
    const isFolder = fields.get('Folder') === '+' || attributes.startsWith('D');
    const sizeBytes = isFolder || isMarked ? 0 : sizeOf(fields.get('Size'));
    if (Number.isNaN(sizeBytes) || entries.length === maxEntries) return null;
    entries.push({
      path,
      isFolder,
      isLink: isMarked || /(?:^| )l[rwxstST-]{9}/.test(attributes),
      sizeBytes,
      modifiedMs: Number.isFinite(modifiedMs) ? modifiedMs : null,
      isEncrypted: fields.get('Encrypted') === '+',
    });
  }
  return entries;
}
