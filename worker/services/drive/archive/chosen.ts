/** The chosen entries of an archive as a job holds them. */

import { AppError } from '#shared/errors.ts';
import { fromBase64Url, toBase64Url } from '#worker/platform/crypto.ts';
import type { ArchiveEntry } from './read/archive.ts';
import { entryNames } from './rules.ts';

/** Indexes of entries as bits, base64url: a stored job is short, whatever is chosen. '' for none. */
export function bitsOf(indexes: ReadonlySet<number>): string {
  if (indexes.size === 0) return '';
  let most = 0;
  for (const index of indexes) most = Math.max(most, index);
  const bits = new Uint8Array((most >> 3) + 1);
  for (const index of indexes) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  return toBase64Url(bits);
}

/** @returns null for '': all */
export function indexesOf(text: string): Set<number> | null {
  if (text === '') return null;
  const found = new Set<number>();
  for (const [at, byte] of (fromBase64Url(text) ?? new Uint8Array(0)).entries())
    for (let bit = 0; bit < 8; bit += 1) if (byte & (1 << bit)) found.add(at * 8 + bit);
  return found;
}

/** Entries at these paths, and all in folders at them. @throws AppError invalid_argument for a path where nothing is */
export function indexesIn(entries: readonly ArchiveEntry[], paths: readonly string[]): number[] {
  if (paths.length === 0) return [];
  const wanted = new Set(paths.map((path) => entryNames(path)?.join('/') ?? ''));
  const missing = new Set(wanted);
  const found: number[] = [];
  for (const { index, path } of entries) {
    let at = '';
    let isIn = false;
    for (const name of entryNames(path) ?? []) {
      at = at === '' ? name : `${at}/${name}`;
      if (!wanted.has(at)) continue;
      missing.delete(at);
      isIn = true;
    }
    if (isIn) found.push(index);
  }
  if (missing.size > 0) throw new AppError('invalid_argument', { field: 'paths' });
  return found;
}
