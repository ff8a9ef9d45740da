/**
 * Instant upload: names the content before bytes are sent, so that the server need not be sent what the person's drive holds
 * already. Whatever goes wrong here ends in the ordinary upload, never in a failed one.
 */
import { MIB } from '#shared/units.ts';
import type { Hasher } from '../hash/hasher.ts';
import type { Fingerprint } from '../hash/messages.ts';

/** Smaller files are sent at once: 1 MiB is sent in less than a second at 10 Mbit/s. */
export const INSTANT_MIN_BYTES = MIB;

/**
 * Null for a small file, of which `onHashed` hears nothing, and for one that cannot be hashed.
 * @throws the signal's reason
 */
export async function nameContent(
  file: Blob,
  hasher: Hasher,
  onHashed: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Fingerprint | null> {
  if (file.size < INSTANT_MIN_BYTES) return null;
  onHashed(0);
  try {
    return await hasher.fingerprint(file, onHashed, signal);
  } catch {
    signal.throwIfAborted();
    // A file that cannot be read is told of by the upload, which reads it too; without a worker nothing is lost but time.
    return null;
  }
}
