/**
 * An operator's word on what a person shares: the links that show certain files are closed, put under review or opened again.
 * Each link answers by its new status from the next request on; content links made before end with it. Contents that are
 * named are closed in the person's drive, versions with them too, or opened again.
 */
import { unwrap } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import type { JudgedStatus, ShareStatus } from '#shared/share/model.ts';
import { type ShareParts, shareOf } from '../deps.ts';

/** @returns the links that were found and what they are now; a link that is over stays as it is */
export async function audit(
  parts: ShareParts,
  input: {
    ownerId: UserId;
    fileIds: readonly string[];
    gcids: readonly string[];
    status: JudgedStatus;
    operatorId: UserId;
  },
): Promise<readonly { shareId: string; status: ShareStatus }[]> {
  const gcids = input.gcids.map((gcid) => gcid.toUpperCase());
  // Logged first: no judgement takes effect that the log does not hold.
  await parts.documents.note(
    { id: input.operatorId, name: '', via: 'api' },
    { act: 'links_judged', subject: 'links', note: noteOf({ ...input, gcids }) },
  );
  // A word about a name says nothing of the bytes. Closed first: what is restored or copied meanwhile would be found by nobody.
  const isBlocked = input.status !== 'OK' && input.status !== 'SENSITIVE_WORD';
  if (gcids.length > 0) await parts.drive.blockContents(input.ownerId, gcids, isBlocked);
  const shareIds = await parts.drive.linksOver(input.ownerId, { fileIds: input.fileIds, gcids });
  return Promise.all(
    shareIds.map(async (shareId) => ({
      shareId,
      status: unwrap(await shareOf(parts, shareId).judge(input.ownerId, input.status)),
    })),
  );
}

/** Whose links, what they became, and by which files and contents they were found. */
function noteOf(input: {
  ownerId: UserId;
  fileIds: readonly string[];
  gcids: readonly string[];
  status: JudgedStatus;
}): string {
  const { ownerId, fileIds, gcids, status } = input;
  const found = [...fileIds.map((id) => `file ${id}`), ...gcids.map((gcid) => `content ${gcid}`)];
  return `${status}, links of ${ownerId} by ${found.length}: ${found.join(', ')}`;
}
