/**
 * Finds a content of the person's own drive by the cid that a client computed. The cid is not stored: contents of the
 * given size are sampled, at most a few. Contents of other people are never looked at.
 */
import { createHash } from 'node:crypto';
import { cidSpans } from '#shared/content/cid.ts';
import { unwrap } from '#shared/errors.ts';
import { BlobMissing, readSpan } from '#worker/platform/blobs/read.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../../deps.ts';
import type { treePart } from '../part.ts';
import type { SizedContent } from './search.store.ts';

async function cidOf(deps: Pick<DriveDeps, 'blobs'>, { manifest, sizeBytes }: SizedContent): Promise<string> {
  const sha1 = createHash('sha1');
  for (const { start, end } of cidSpans(sizeBytes))
    await readSpan(deps.blobs, manifest, start, end, (bite) => sha1.update(bite));
  return sha1.digest('hex');
}

/**
 * @param cid  40 hex digits, any case
 * @returns upper-case hex; '' when no content of this drive has it
 * @throws AppError unauthenticated
 */
export async function gcidOfCid(
  deps: DriveDeps,
  caller: Caller,
  input: { cid: string; sizeBytes: number },
): Promise<string> {
  const contents = unwrap(
    await driveOf<typeof treePart>(deps, caller.userId).contentsOfSize(callerData(caller), input.sizeBytes),
  );
  const wanted = input.cid.toLowerCase();
  for (const content of contents) {
    try {
      if ((await cidOf(deps, content)) === wanted) return content.gcid.toUpperCase();
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
    }
  }
  return '';
}
