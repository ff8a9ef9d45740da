/**
 * Face of the drive room: its types, its service, its routes. Wiring only.
 */
import { signContentLink } from './content-link.ts';
import type { DriveDeps } from './deps.ts';
import type { DriveService } from './face.ts';
import { abortUpload } from './ops/abort-upload.ts';
import { batchCopy } from './ops/batch-copy.ts';
import { batchDelete } from './ops/batch-delete.ts';
import { batchMove } from './ops/batch-move.ts';
import { batchRename } from './ops/batch-rename.ts';
import { batchTrash } from './ops/batch-trash.ts';
import { batchUntrash } from './ops/batch-untrash.ts';
import { beginUpload } from './ops/begin-upload.ts';
import { completeUpload } from './ops/complete-upload.ts';
import { conflicts } from './ops/conflicts.ts';
import { createFolder } from './ops/create-folder.ts';
import { describeForShare } from './ops/describe-for-share.ts';
import { detail } from './ops/detail.ts';
import { duplicates } from './ops/duplicates.ts';
import { emptyTrash } from './ops/empty-trash.ts';
import { addEvent, clearEvents, deleteEvents, events } from './ops/events.ts';
import { exportPage } from './ops/export-page.ts';
import { gcidOfCid } from './ops/gcid-of-cid.ts';
import { heavyFolders, largest } from './ops/largest.ts';
import { list } from './ops/list.ts';
import { listShared, sharedFile } from './ops/list-shared.ts';
import { live, openWindow } from './ops/live.ts';
import { kinds, size } from './ops/measure.ts';
import { path } from './ops/path.ts';
import { putFile } from './ops/put-file.ts';
import { rename } from './ops/rename.ts';
import { restore, restoreOf } from './ops/restore.ts';
import { search } from './ops/search.ts';
import { sentBytes } from './ops/sent.ts';
import { space } from './ops/space.ts';
import { star } from './ops/star.ts';
import { task, tasks } from './ops/tasks.ts';
import { tidy } from './ops/tidy.ts';
import { trashOne } from './ops/trash-one.ts';
import { uploadState } from './ops/upload-state.ts';
import { uploads } from './ops/uploads.ts';
import { deleteVersion, restoreVersion, version, versions } from './ops/versions.ts';
import { blockContents, linksOver, unwatch, watch } from './ops/watch.ts';

export { driveContentSource, driveTraffic, makeContentRoutes } from './content-door.ts';
export type { DriveDeps } from './deps.ts';
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
} from './face.ts';
export { makeDriveRoutes } from './http.ts';
export { refuseBucketCalls } from './s3-bucket.ts';
export { makeUploadDoor } from './s3-door.ts';
export { MAX_DEPTH } from './tree.store.ts';

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
