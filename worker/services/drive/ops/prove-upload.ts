/**
 * Instant upload: the client digests bytes of its copy, keyed by our nonce; only when the stored bytes give the same digest
 * does it get a reference. Unknown content costs the same work and answers the same, at the same time.
 */
import { createHmac } from 'node:crypto';
import { answerChallenge, sameProof } from '#shared/content/proof.ts';
import type { CreateAnswer } from '#shared/drive/contract.ts';
import { unwrap } from '#shared/errors.ts';
import type { UploadId } from '#shared/ids.ts';
import { BlobMissing, readSpan } from '#worker/platform/blobs/read.ts';
import { fromHex } from '#worker/platform/crypto.ts';
import { blobIndexOf } from '../blob-index.keys.ts';
import { type CallContext, type Caller, callerData, type DriveDeps } from '../deps.ts';
import { type BlobData, uploadsOf } from '../upload-calls.ts';
import { type Challenge, verifyChallenge } from '../upload-token.ts';
import { toCreateAnswer } from '../upload-wire.ts';

/** Longer than reading and digesting half a MiB takes: a refusal leaves no earlier. */
const REFUSAL_MS = 250;

async function chunksOf(deps: DriveDeps, blob: BlobData | null, challenge: Challenge): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for (const { start, end } of challenge.spans) {
    const chunk = new Uint8Array(end - start);
    let at = 0;
    if (blob) {
      await readSpan(deps.blobs, blob.manifest, start, end, (bite) => {
        chunk.set(bite, at);
        at += bite.length;
      });
    }
    chunks.push(chunk);
  }
  return chunks;
}

/** The blob the digest proves, or null. */
async function provenBlob(deps: DriveDeps, challenge: Challenge, digest: string): Promise<BlobData | null> {
  const known = await blobIndexOf(deps.blobIndex, challenge.contentKey).lookup(challenge.contentKey);
  const blob = known?.sizeBytes === challenge.sizeBytes ? known : null;
  const chunks = await chunksOf(deps, blob, challenge).catch((error: unknown) => {
    if (error instanceof BlobMissing) return null;
    throw error;
  });
  if (!chunks) return null;
  const expected = await answerChallenge(
    fromHex(challenge.nonceHex),
    challenge.sizeBytes,
    challenge.spans,
    chunks,
    (key, message) => createHmac('sha256', key).update(message).digest(),
  );
  return sameProof(expected, digest) ? blob : null;
}

/**
 * @returns the complete file; or the open session, one and the same for a wrong digest, unknown content and a dead challenge
 * @throws AppError unauthenticated, not_found
 */
export async function proveUpload(
  deps: DriveDeps,
  caller: Caller,
  id: UploadId,
  input: { challenge: string; digest: string },
  call: CallContext,
): Promise<CreateAnswer> {
  const person = callerData(caller);
  const drive = uploadsOf(deps.drives, caller.userId);
  let answer = unwrap(await drive.uploadAnswer(person, id));
  if (answer.upload.phase === 'open') {
    const refusal = scheduler.wait(REFUSAL_MS);
    const challenge = await verifyChallenge(deps.keyring, input.challenge, call.nowMs);
    const fits = challenge?.uploadId === id && challenge.sizeBytes === answer.upload.sizeBytes;
    const blob = fits ? await provenBlob(deps, challenge, input.digest.toLowerCase()) : null;
    const held = blob && unwrap(await blobIndexOf(deps.blobIndex, blob.contentKey).touch(blob.contentKey));
    // Not proven is no failure: the session stays open and its bytes are simply wanted.
    if (held) answer = unwrap(await drive.finishUpload(id, held));
    else await refusal;
  }
  return toCreateAnswer(deps.keyring, person, answer, call.origin, call.nowMs);
}
