/**
 * Names and lives of what the drive keeps: objects, derived ids, times.
 */

import { createHash } from 'node:crypto';
import { SAVES_FOLDER_NAME } from '#shared/drive/shown-name.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/units.ts';

/** One drive per person, named by the user id. */
export function driveName(userId: string): string {
  return userId;
}

/** A finished restore is still the answer to its own request for this long; then the same request starts anew. */
export const DONE_RESTORE_MS = MINUTE_MS;

/** A step of a task that failed, or that a crash ended, is tried again after this long. */
export const RETRY_MS = 5 * SECOND_MS;

/** Rows one step of a job handles: about 40 ms of an object's time. */
export const STEP_ROWS = 400;

/** Rows that the call which begins a job handles itself: a job of no more rows is done when the call answers. */
export const CALL_ROWS = 1_000;

/** Rows of a larger copy that the call handles: it answers within a tenth of a second, and something is there. */
export const FIRST_ROWS = 200;

/** Folder that takes restored shares when no other was named (wire-contract.md section 9). */
export const RESTORE_FOLDER = { name: SAVES_FOLDER_NAME, folderType: 'RESTORE' } as const;

/** The event of the blob index about contents that drives have to close, or to open again. */
export const CONTENT_JUDGED = 'drive.content-judged';

/** The event about contents that a drive begins or ceases to hold. */
export const CONTENTS_CHANGED = 'drive.contents-changed';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** Id of the copy that task `taskId` makes of node `nodeId`: a repeated step makes the same node. As unguessable as the task id. */
export function copyIdOf(taskId: string, nodeId: string): string {
  const digest = createHash('sha256').update(`${taskId}/${nodeId}`).digest();
  let id = 'V';
  for (let at = 0; at < 25; at += 1) id += ALPHABET[(digest[at] ?? 0) & 63];
  return id;
}

/** The caller that opens a window, from the operation to the object. */
export const LIVE_CALLER_HEADER = 'x-magpie-caller';

/** How long an opened link of the owner stays open in an isolate. One of a share stays open for a lease of its object. */
export const OWN_LEASE_MS = SECOND_MS;
