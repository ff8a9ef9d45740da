/**
 * Instant upload: what happens before bytes are sent. Names the content, and proves to hold it when the server asks.
 * Whatever goes wrong here ends in the ordinary upload, never in a failed one.
 */
import type { UploadSession } from '#shared/drive/contract.ts';
import { MIB } from '#shared/units.ts';
import type { Fingerprint, ProofChallenge } from './hash-messages.ts';
import type { Hasher } from './hasher.ts';
import type { Ended, TransferApi } from './transfer.api.ts';

/**
 * Smaller files are sent at once: a proof that fails costs a request and a quarter of a second, and 1 MiB is sent in less
 * than a second at 10 Mbit/s.
 */
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

export type ProofOutcome =
  | { readonly stored: true; readonly ended: Ended }
  /** What to send, and where. */
  | { readonly stored: false; readonly session: UploadSession };

/** @throws ApiError when the server cannot be asked at all; the signal's reason */
export async function tryProof(
  file: Blob,
  session: UploadSession,
  challenge: ProofChallenge,
  deps: { readonly api: TransferApi; readonly hasher: Hasher },
  signal: AbortSignal,
): Promise<ProofOutcome> {
  const { upload_id: uploadId } = session;
  let digest: string;
  try {
    digest = await deps.hasher.prove(file, challenge, signal);
  } catch {
    signal.throwIfAborted();
    return { stored: false, session };
  }
  try {
    const ended = await deps.api.prove(uploadId, challenge.challenge, digest, signal);
    return ended ? { stored: true, ended } : { stored: false, session };
  } catch {
    signal.throwIfAborted();
  }
  // The answer is lost, so the proof may have been taken: parts would then be refused.
  return { stored: false, session: await deps.api.state(uploadId, signal) };
}
