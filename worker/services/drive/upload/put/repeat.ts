/**
 * The bytes of an upload that is complete, sent once more: they are read to their end and compared with the content that came in at
 * first. A sender that reads success had its bytes stored then; the owner may have changed or deleted the file since.
 */
import { AppError } from '#shared/errors.ts';
import { readBites } from '#worker/platform/blobs/read.ts';
import { makePartDigester } from '#worker/platform/blobs/window-digest.ts';
import { DRAIN_BYTES } from '#worker/platform/body/read.ts';
import { agrees, DIGEST_BYTES, type DigestAlgorithm, type Digests, makeDigests } from '../body/digests.ts';
import { BodyMalformed } from '../body/stream-body.ts';
import { foldDigests } from '../hash/digest.ts';
import type { UploadHolding } from '../rpc-types.ts';
import { type PartBody, REFUSALS } from '../store-part.ts';
import { otherContent, tooLate } from './refusals.ts';

const ALL = Object.keys(DIGEST_BYTES) as DigestAlgorithm[];

interface ReadBody {
  readonly contentKey: string;
  /** Those that the sender claimed. */
  readonly digests: Digests;
}

/** @throws AppError upload_checksum_mismatch, invalid_argument, unavailable */
async function readBody(body: PartBody, sizeBytes: number): Promise<ReadBody> {
  const { stream, decoder, claims = [], lateClaims } = body;
  const windows = makePartDigester({ offset: 0, totalBytes: sizeBytes }, sizeBytes);
  const checks = makeDigests(lateClaims ? ALL : claims.map(({ algorithm }) => algorithm));
  let readBytes = 0;
  let isEnded = true;
  const onBytes = (bytes: Uint8Array) => {
    const bite = decoder ? decoder.decode(bytes) : bytes;
    readBytes += bite.length;
    if (readBytes > sizeBytes + DRAIN_BYTES) throw new RangeError('the body goes on');
    if (readBytes > sizeBytes) return;
    windows.add(bite);
    checks.add(bite);
  };
  try {
    if (stream) await readBites(stream, onBytes, sizeBytes);
    isEnded = decoder?.isEnded() ?? true;
  } catch (error) {
    if (error instanceof BodyMalformed) throw REFUSALS.malformed();
    throw readBytes > sizeBytes ? otherContent() : REFUSALS.gone();
  }
  if (readBytes > sizeBytes) throw otherContent();
  if (readBytes < sizeBytes || !isEnded) throw REFUSALS[decoder ? 'wrong_length' : 'broken']();
  const found = checks.end();
  const all = [...claims, ...(lateClaims?.() ?? [])];
  if (!agrees(all, found)) throw new AppError('upload_checksum_mismatch');
  const digests = new Map([...found].filter(([algorithm]) => all.some((claim) => claim.algorithm === algorithm)));
  return { contentKey: (await foldDigests(sizeBytes, windows.end())).contentKey, digests };
}

/**
 * @param sizeBytes  of the file
 * @param holding  whether the upload stored this content; called after the last byte
 * @returns the digests that the sender claimed
 * @throws AppError failed_precondition other_content; upload_checksum_mismatch, invalid_argument, unavailable; errors of `holding`
 */
export async function compareRepeat(
  sizeBytes: number,
  body: PartBody,
  holding: (contentKey: string) => Promise<UploadHolding>,
): Promise<Digests> {
  const { contentKey, digests } = await readBody(body, sizeBytes);
  const found = await holding(contentKey);
  if (found === 'hashing') throw tooLate();
  if (found === 'other') throw otherContent();
  if (found === 'gone') throw new AppError('not_found', { reason: 'file_removed' });
  return digests;
}
