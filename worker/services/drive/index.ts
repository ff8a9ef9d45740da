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
import { batchTrash } from './ops/batch-trash.ts';
import { batchUntrash } from './ops/batch-untrash.ts';
import { beginUpload } from './ops/begin-upload.ts';
import { completeUpload } from './ops/complete-upload.ts';
import { createFolder } from './ops/create-folder.ts';
import { describeForShare } from './ops/describe-for-share.ts';
import { detail } from './ops/detail.ts';
import { emptyTrash } from './ops/empty-trash.ts';
import { exportPage } from './ops/export-page.ts';
import { list } from './ops/list.ts';
import { listShared, sharedFile } from './ops/list-shared.ts';
import { path } from './ops/path.ts';
import { proveUpload } from './ops/prove-upload.ts';
import { rename } from './ops/rename.ts';
import { restore, restoreOf } from './ops/restore.ts';
import { space } from './ops/space.ts';
import { task, tasks } from './ops/tasks.ts';
import { uploadState } from './ops/upload-state.ts';
import { linksOver, unwatch, watch } from './ops/watch.ts';

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
export { makeUploadDoor } from './s3-door.ts';

export function makeDriveService(deps: DriveDeps): DriveService {
  return {
    list: (caller, query) => list(deps, caller, query),
    detail: (caller, id) => detail(deps, caller, id),
    path: (caller, folderId) => path(deps, caller, folderId),
    createFolder: (caller, input, call) => createFolder(deps, caller, input, call),
    rename: (caller, id, name, call) => rename(deps, caller, id, name, call),
    move: (caller, ids, to, call) => batchMove(deps, caller, ids, to, call),
    copy: (caller, ids, to, call) => batchCopy(deps, caller, ids, to, call),
    trash: (caller, ids, call) => batchTrash(deps, caller, ids, call),
    untrash: (caller, ids, call) => batchUntrash(deps, caller, ids, call),
    remove: (caller, ids, call) => batchDelete(deps, caller, ids, call),
    emptyTrash: (caller, call) => emptyTrash(deps, caller, call),
    task: (caller, id) => task(deps, caller, id),
    tasks: (caller, query) => tasks(deps, caller, query),
    space: (caller) => space(deps, caller),
    exportPage: (caller, after) => exportPage(deps, caller, after),
    beginUpload: (caller, input, call) => beginUpload(deps, caller, input, call),
    uploadState: (caller, id, call) => uploadState(deps, caller, id, call),
    completeUpload: (caller, id, call) => completeUpload(deps, caller, id, call),
    abortUpload: (caller, id) => abortUpload(deps, caller, id),
    proveUpload: (caller, id, input, call) => proveUpload(deps, caller, id, input, call),
    contentLink: (claims, name) => signContentLink(deps.keyring, deps.contentOrigin, claims, name),
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
