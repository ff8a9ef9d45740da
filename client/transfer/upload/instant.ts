/**
 * Instant upload: hashes the file first, so that content which the user's drive already holds is not sent again.
 * Any failure here leads to an ordinary upload.
 */
import { MIB } from '#shared/units.ts';
import type { Hasher } from '../hash/hasher.ts';
import type { Fingerprint } from '../hash/messages.ts';

/** Smaller files are sent unhashed: 1 MiB takes less than a second at 10 Mbit/s. */
export const INSTANT_MIN_BYTES = MIB;

/**
 * @returns null for a small file, without a call of `onHashed`, and for a file that cannot be hashed
 * @throws the signal's reason
 */
export async function fingerprintOf(
  file: Blob,
  hasher: Pick<Hasher, 'fingerprint'>,
  onHashed: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Fingerprint | null> {
  if (file.size < INSTANT_MIN_BYTES) return null;
  onHashed(0);
  try {
    return await hasher.fingerprint(file, onHashed, signal);
  } catch {
    signal.throwIfAborted();
    // The upload reads the file too and reports an unreadable one; a missing worker costs only the instant upload.
    return null;
  }
}
