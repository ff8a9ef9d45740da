/**
 * An operator's decision on a person's links: closes the links that show certain files, puts them under review or opens them
 * again. The new status holds from the next request on and ends earlier content links. Named contents are also blocked in the
 * person's drive, including old versions, or unblocked. For operators alone: the caller has checked.
 */
import { unwrap } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import type { DecidedStatus, ShareStatus } from '#shared/share/model.ts';
import { type ShareParts, shareOf } from '../deps.ts';

export interface AuditInput {
  readonly ownerId: UserId;
  readonly fileIds: readonly string[];
  readonly gcids: readonly string[];
  readonly status: DecidedStatus;
  /** For the operators' log. */
  readonly operatorId: UserId;
}

/** @returns the links found, with their new status; a cancelled link stays as it is */
export async function audit(
  parts: ShareParts,
  input: AuditInput,
): Promise<readonly { shareId: string; status: ShareStatus }[]> {
  const gcids = input.gcids.map((gcid) => gcid.toUpperCase());
  // Logged first: no decision takes effect without its log entry.
  await parts.documents.recordAct(
    { id: input.operatorId, name: '', via: 'api' },
    { act: 'links_judged', subject: 'links', note: noteOf({ ...input, gcids }) },
  );
  // A decision about a name leaves the bytes open. Blocked first: copies made concurrently would not be found below.
  const isBlocked = input.status !== 'OK' && input.status !== 'SENSITIVE_WORD';
  if (gcids.length > 0) await parts.drive.blockContents(input.ownerId, gcids, isBlocked);
  const shareIds = await parts.drive.linksOver(input.ownerId, { fileIds: input.fileIds, gcids });
  return Promise.all(
    shareIds.map(async (shareId) => ({
      shareId,
      status: unwrap(await shareOf(parts, shareId).setDecision(input.ownerId, input.status)),
    })),
  );
}

/** Owner and new status of the links, and the files and contents they were found by. */
function noteOf(input: AuditInput): string {
  const { ownerId, fileIds, gcids, status } = input;
  const found = [...fileIds.map((id) => `file ${id}`), ...gcids.map((gcid) => `content ${gcid}`)];
  return `${status}, links of ${ownerId} by ${found.length}: ${found.join(', ')}`;
}
