/** Every operation of the drive with its dependencies bound, as the endpoints run them. */
import type { EventType } from '#shared/drive/model.ts';
import { unwrap } from '#shared/errors.ts';
import { asTaskId, type NodeId, type UploadId } from '#shared/ids.ts';
import { bindParts } from '#worker/platform/bound.ts';
import type { Caller } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { space } from '#worker/services/drive/account/space.ts';
import type { actsPart } from '#worker/services/drive/acts/part.ts';
import {
  changeCollectLink,
  closeCollectLink,
  collectedFiles,
  collectLinks,
  createCollectLink,
  deleteCollectLink,
} from '#worker/services/drive/collect/owner.ts';
import { collectReceipt, receiveCollected, withdrawCollected } from '#worker/services/drive/collect/visitor.ts';
import {
  beginCollectedParts,
  finishCollected,
  receiveCollectedPart,
} from '#worker/services/drive/collect/visitor-parts.ts';
import { type DriveDeps, driveOf } from '#worker/services/drive/deps.ts';
import type { jobsPart } from '#worker/services/drive/jobs/part.ts';
import * as jobs from '#worker/services/drive/jobs/start.ts';
import { task, tasks } from '#worker/services/drive/jobs/tasks.ts';
import { live } from '#worker/services/drive/live/windows.ts';
import { search } from '#worker/services/drive/search/search.ts';
import { restore } from '#worker/services/drive/sharing/restore.ts';
import { watch } from '#worker/services/drive/sharing/shared-content.ts';
import * as change from '#worker/services/drive/tree/change.ts';
import { changes } from '#worker/services/drive/tree/history/changes.ts';
import { events } from '#worker/services/drive/tree/history/history.ts';
import type { treePart } from '#worker/services/drive/tree/part.ts';
import { conflicts, detail, list, path } from '#worker/services/drive/tree/read.ts';
import { duplicates } from '#worker/services/drive/tree/search/duplicates.ts';
import { kinds, largest, sentBytes, size } from '#worker/services/drive/tree/usage/usage.ts';
import { restoreVersion, versions } from '#worker/services/drive/tree/versions/versions.ts';
import { beginUpload } from '#worker/services/drive/upload/begin-upload.ts';
import { completeUpload } from '#worker/services/drive/upload/complete-upload.ts';
import type { uploadPart } from '#worker/services/drive/upload/part.ts';
import { putFile } from '#worker/services/drive/upload/put/put-file.ts';
import { putGroup } from '#worker/services/drive/upload/put/put-group.ts';
import { uploads } from '#worker/services/drive/upload/read-uploads.ts';

type Event = { type: EventType; nodeId: NodeId; params: Readonly<Record<string, string>> };

const operations = {
  ...jobs,
  ...change,
  task,
  tasks,
  live,
  restore,
  watch,
  events,
  changes,
  conflicts,
  detail,
  list,
  path,
  duplicates,
  search,
  kinds,
  largest,
  sentBytes,
  size,
  space,
  restoreVersion,
  versions,
  beginUpload,
  completeUpload,
  uploads,
  putFile,
  putGroup,
  createCollectLink,
  collectLinks,
  collectedFiles,
  changeCollectLink,
  closeCollectLink,
  deleteCollectLink,
  receiveCollected,
  beginCollectedParts,
  receiveCollectedPart,
  finishCollected,
  collectReceipt,
  withdrawCollected,
  async star(deps: DriveDeps, caller: Caller, ids: readonly NodeId[], starred: boolean) {
    return asTaskId(
      unwrap(await driveOf<typeof jobsPart>(deps, caller.userId).setStars(callerData(caller), { ids, starred })),
    );
  },
  async addEvent(deps: DriveDeps, caller: Caller, event: Event) {
    unwrap(await driveOf<typeof treePart>(deps, caller.userId).addEvent(callerData(caller), event));
  },
  async deleteEvents(deps: DriveDeps, caller: Caller, ids: readonly string[]) {
    unwrap(await driveOf<typeof treePart>(deps, caller.userId).deleteEvents(callerData(caller), ids));
  },
  async clearEvents(deps: DriveDeps, caller: Caller, types: readonly EventType[]) {
    unwrap(await driveOf<typeof treePart>(deps, caller.userId).clearEvents(callerData(caller), types));
  },
  async folderTags(deps: DriveDeps, caller: Caller, ids: readonly string[]) {
    return unwrap(await driveOf<typeof actsPart>(deps, caller.userId).folderTags(callerData(caller), ids));
  },
  async deleteVersion(deps: DriveDeps, caller: Caller, id: NodeId, versionId: string) {
    unwrap(await driveOf<typeof treePart>(deps, caller.userId).deleteVersion(callerData(caller), id, versionId));
  },
  async abortUpload(deps: DriveDeps, caller: Caller, id: UploadId) {
    unwrap(await driveOf<typeof uploadPart>(deps, caller.userId).abortUpload(callerData(caller), id));
  },
};

export function makeOperations(deps: DriveDeps) {
  return bindParts(deps, operations);
}

export type DriveOperations = ReturnType<typeof makeOperations>;
