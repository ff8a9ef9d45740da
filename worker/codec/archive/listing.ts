/** Reads the listing of `7zz l -slt`: blocks of `Key = value`, one for each entry. Linear in its length; one block is in memory. */
import { MIB } from '#shared/units.ts';
import type { EngineEntry } from '#worker/platform/archives/engine.ts';
import { EngineLimit } from './seven-zip.ts';

/** Ends the description of the archive, which may hold a comment of many lines. */
const BEGIN = '\n----------\n';
const END = '\n\n';
/** Characters of one block: a path, and a comment. */
const MAX_BLOCK_CHARS = MIB;
/** Characters of all paths: they are in memory together. */
const MAX_PATHS_CHARS = 32 * MIB;

export interface Listing {
  /** @throws EngineLimit; Error for a listing that makes no sense */
  write(piece: Uint8Array): void;
  /** After the last piece. @throws as `write` */
  end(): EngineEntry[];
}

function sizeOf(text: string | undefined): number {
  const size = Number(text || '0');
  if (!(size >= 0)) throw new Error('a size of the listing is no number');
  if (!Number.isSafeInteger(size)) throw new EngineLimit('too_large');
  return size;
}

/** @returns null for a block without a path */
function entryOf(block: string): EngineEntry | null {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const at = line.indexOf(' = ');
    const end = at < 0 && line.endsWith(' =') ? line.length - 2 : at;
    // The first of two lines of one key is 7-Zip's own: a comment comes later.
    if (end > 0 && !fields.has(line.slice(0, end))) fields.set(line.slice(0, end), line.slice(end + 3));
  }
  const path = fields.get('Path');
  if (path === undefined) return null;
  const attributes = fields.get('Attributes') ?? '';
  const isMarked = (fields.get('Symbolic Link') ?? '') !== '' || (fields.get('Hard Link') ?? '') !== '';
  const modifiedMs = Date.parse(`${(fields.get('Modified') ?? '').replace(' ', 'T')}Z`);
  const isFolder = fields.get('Folder') === '+' || attributes.startsWith('D');
  return {
    path,
    isFolder,
    isLink: isMarked || /(?:^| )l[rwxstST-]{9}/.test(attributes),
    sizeBytes: isFolder || isMarked ? 0 : sizeOf(fields.get('Size')),
    modifiedMs: Number.isFinite(modifiedMs) ? modifiedMs : null,
    isEncrypted: fields.get('Encrypted') === '+',
  };
}

export function makeListing(maxEntries: number): Listing {
  const decoder = new TextDecoder();
  const entries: EngineEntry[] = [];
  let held = '';
  let hasBegun = false;
  let chars = 0;

  function take(block: string): void {
    const entry = entryOf(block);
    if (!entry) return;
    if (entries.length === maxEntries) throw new EngineLimit('too_many');
    chars += entry.path.length;
    if (chars > MAX_PATHS_CHARS) throw new EngineLimit('too_large');
    entries.push(entry);
  }

  function read(text: string): void {
    held += text;
    if (!hasBegun) {
      const from = held.indexOf(BEGIN);
      hasBegun = from >= 0;
      held = held.slice(hasBegun ? from + BEGIN.length : Math.max(0, held.length - BEGIN.length));
      if (!hasBegun) return;
    }
    let from = 0;
    for (let to = held.indexOf(END); to >= 0; to = held.indexOf(END, from)) {
      take(held.slice(from, to));
      from = to + END.length;
    }
    held = held.slice(from);
    if (held.length > MAX_BLOCK_CHARS) throw new EngineLimit('too_large');
  }

  return {
    write: (piece) => read(decoder.decode(piece, { stream: true })),
    end() {
      read(decoder.decode());
      if (hasBegun) take(held);
      return entries;
    },
  };
}
