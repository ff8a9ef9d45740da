/** The chosen entries of an archive as a job holds them. */
import { fromBase64Url, toBase64Url } from '#worker/platform/crypto.ts';

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
