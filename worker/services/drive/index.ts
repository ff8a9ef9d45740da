/**
 * Face of the drive room: its types, its service, its routes. Wiring only.
 */

import { exportPage } from './account/export-page.ts';
import { signContentLink } from './content/link.ts';
import type { DriveDeps } from './deps.ts';
import { batchCopy } from './jobs/batch-copy.ts';
import { batchDelete } from './jobs/batch-delete.ts';
import { batchMove } from './jobs/batch-move.ts';
import { batchTrash } from './jobs/batch-trash.ts';
import { batchUntrash } from './jobs/batch-untrash.ts';
import { emptyTrash } from './jobs/empty-trash.ts';
import { task, tasks } from './jobs/tasks.ts';
import { live, openWindow } from './live/windows.ts';
import type { DriveService } from './service.ts';
import { describeForShare } from './sharing/describe-for-share.ts';
import { listShared, sharedFile } from './sharing/list-shared.ts';
import { restore, restoreOf } from './sharing/restore.ts';
import { blockContents, linksOver, unwatch, watch } from './sharing/watch.ts';
import { conflicts } from './tree/conflicts.ts';
import { createFolder } from './tree/create-folder.ts';
import { detail } from './tree/detail.ts';
import { addEvent, clearEvents, deleteEvents, events } from './tree/history/history.ts';
import { list } from './tree/list.ts';
import { path } from './tree/path.ts';
import { rename } from './tree/rename.ts';
import { batchRename } from './tree/rename-many.ts';
import { duplicates } from './tree/search/duplicates.ts';
import { gcidOfCid } from './tree/search/gcid-of-cid.ts';
import { search } from './tree/search/search.ts';
import { tidy } from './tree/search/tidy.ts';
import { star } from './tree/star.ts';
import { trashOne } from './tree/trash-one.ts';
import { heavyFolders, largest } from './tree/usage/largest.ts';
import { kinds, size } from './tree/usage/measure.ts';
import { sentBytes } from './tree/usage/sent.ts';
import { space } from './tree/usage/usage.ts';
import { deleteVersion, restoreVersion, version, versions } from './tree/versions/versions.ts';
import { abortUpload } from './upload/abort-upload.ts';
import { beginUpload } from './upload/begin-upload.ts';
import { completeUpload } from './upload/complete-upload.ts';
import { uploads } from './upload/list-uploads.ts';
import { putFile } from './upload/put-file.ts';
import { uploadState } from './upload/upload-state.ts';

export { driveContentSource, driveTraffic, makeContentRoutes } from './content/endpoint.ts';
export type { DriveDeps } from './deps.ts';
export { makeDriveRoutes } from './endpoints.ts';
export type {
  ContentSource,
  Crumb,
  DriveService,
  ExportRow,
  LinkClaims,
  OpenContent,
  RestoreAnswer,
  RestoreOrder,
  SharedItem,
  Space,
} from './service.ts';
export { MAX_DEPTH } from './tree/tree.store.ts';
export { refuseBucketCalls } from './upload/s3/bucket.ts';
export { makeUploadDoor } from './upload/s3/endpoint.ts';

export function makeDriveService(deps: DriveDeps): DriveService {
  return {
    list: (caller, query) => list(deps, caller, query),
    detail: (caller, id) => detail(deps, caller, id),
    path: (caller, folderId) => path(deps, caller, folderId),
    createFolder: (caller, input, call, conflict) => createFolder(deps, caller, input, call, conflict),
    rename: (caller, id, name, call) => rename(deps, caller, id, name, call),
    move: (caller, ids, to, call, conflict) => batchMove(deps, caller, ids, to, call, conflict),
    copy: (caller, ids, to, call, conflict) => batchCopy(deps, caller, ids, to, call, conflict),
    trashOne: (caller, id, call) => trashOne(deps, caller, id, call),
    trash: (caller, ids, call) => batchTrash(deps, caller, ids, call),
    untrash: (caller, ids, call, conflict) => batchUntrash(deps, caller, ids, call, conflict),
    remove: (caller, ids, call) => batchDelete(deps, caller, ids, call),
    search: (caller, query) => search(deps, caller, query),
    star: (caller, ids, starred) => star(deps, caller, ids, starred),
    renameMany: (caller, items, call) => batchRename(deps, caller, items, call),
    live: (caller) => live(deps, caller),
    openWindow: (caller, protocol) => openWindow(deps, caller, protocol),
    size: (caller, id) => size(deps, caller, id),
    kinds: (caller) => kinds(deps, caller),
    largest: (caller, query) => largest(deps, caller, query),
    heavyFolders: (caller, limit) => heavyFolders(deps, caller, limit),
    sentBytes: (caller, days) => sentBytes(deps, caller, days),
    tidy: (caller, groups, call) => tidy(deps, caller, groups, call),
    duplicates: (caller, query) => duplicates(deps, caller, query),
    gcidOfCid: (caller, input) => gcidOfCid(deps, caller, input),
    events: (caller, query) => events(deps, caller, query),
    addEvent: (caller, event) => addEvent(deps, caller, event),
    deleteEvents: (caller, ids) => deleteEvents(deps, caller, ids),
    clearEvents: (caller, types) => clearEvents(deps, caller, types),
    conflicts: (caller, input) => conflicts(deps, caller, input),
    versions: (caller, id, query) => versions(deps, caller, id, query),
    version: (caller, id, versionId) => version(deps, caller, id, versionId),
    restoreVersion: (caller, id, versionId, call) => restoreVersion(deps, caller, id, versionId, call),
    deleteVersion: (caller, id, versionId) => deleteVersion(deps, caller, id, versionId),
    emptyTrash: (caller, call) => emptyTrash(deps, caller, call),
    task: (caller, id) => task(deps, caller, id),
    tasks: (caller, query) => tasks(deps, caller, query),
    space: (caller) => space(deps, caller),
    exportPage: (caller, after) => exportPage(deps, caller, after),
    beginUpload: (caller, input, call) => beginUpload(deps, caller, input, call),
    putFile: (caller, input, call) => putFile(deps, caller, input, call),
    uploads: (caller, query) => uploads(deps, caller, query),
    uploadState: (caller, id, call) => uploadState(deps, caller, id, call),
    completeUpload: (caller, id, call) => completeUpload(deps, caller, id, call),
    abortUpload: (caller, id) => abortUpload(deps, caller, id),
    contentLink: (claims, name) => signContentLink(deps.keyring, deps.contentOrigin, claims, name),
    blockContents: (ownerId, gcids, blocked) => blockContents(deps, ownerId, gcids, blocked),
    linksOver: (ownerId, input) => linksOver(deps, ownerId, input),
    describeForShare: (caller, ids) => describeForShare(deps, caller, ids),
    watch: (ownerId, shareId, rootIds) => watch(deps, ownerId, shareId, rootIds),
    unwatch: (ownerId, shareId) => unwatch(deps, ownerId, shareId),
    listShared: (ownerId, query) => listShared(deps, ownerId, query),
    sharedFile: (ownerId, rootIds, fileId) => sharedFile(deps, ownerId, rootIds, fileId),
    restore: (caller, order) => restore(deps, caller, order),
    restoreOf: (userId, requestKey) => restoreOf(deps, userId, requestKey),
  };
}
