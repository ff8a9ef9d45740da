/**
 * The drive as other modules see it: its routes, and the operations they call. A batch is refused as a whole when one of its
 * ids is not the caller's; refusals are AppErrors.
 */

import { type Bound, bindParts } from '#worker/platform/bound.ts';
import { exportPage } from './account/export-page.ts';
import { space } from './account/space.ts';
import { addToAlbum, createAlbum, removeAlbum, renameAlbum, takeFromAlbum } from './albums/albums.ts';
import { linkSharedEntry, listSharedArchive } from './archive/look/shared.ts';
import {
  bellChoices,
  notifications,
  notifyPerson,
  readNotifications,
  saveBellChoices,
  unreadNotifications,
} from './bell/bell.ts';
import { addPushDevice, dropPushDevices, pushState } from './bell/push.ts';
import { storedBytes } from './blobs/stored-bytes.ts';
import {
  changeCollectLink,
  closeCollectLink,
  collectedFiles,
  collectLinks,
  createCollectLink,
  deleteCollectLink,
} from './collect/owner.ts';
import { keepReceipts, sentFiles, takeBackSent } from './collect/sent-receipts.ts';
import { collectReceipt, openCollectLink, receiveCollected, withdrawCollected } from './collect/visitor.ts';
import { beginCollectedParts, finishCollected, receiveCollectedPart } from './collect/visitor-parts.ts';
import { shareImageLinks } from './content/image-links.ts';
import { shareContentLinks } from './content/link.ts';
import type { DriveDeps } from './deps.ts';
import { actOnJob, deskJob, deskJobs, faultyJob } from './desk/desk.ts';
import {
  deskSpace,
  heldContent,
  holdContents,
  linkEvidence,
  setContentBans,
  setLinkNotice,
} from './desk/moderation.ts';
import { chooseFiles, taskStatuses } from './downloader/files.ts';
import { quantities } from './entitlement/read-quantities.ts';
import { createFetch, takesTorrents, taskLimits } from './fetch/create-fetch.ts';
import {
  answerCommon,
  commonFile,
  commonFiles,
  commonFolders,
  commonMakeFolder,
  commonMove,
  commonRename,
  commonSave,
  commonTrash,
  declineOffer,
  takeOver,
  unblockInviter,
} from './grants/guest.ts';
import { commonPut } from './grants/guest-upload.ts';
import {
  changeGrant,
  exportGrants,
  grantsOf,
  inviteGuest,
  inviterName,
  offerGrant,
  removeGrant,
  sharingOf,
} from './grants/owner.ts';
import { emptyTrash, move, remove, tidy, trash, untrash } from './jobs/start.ts';
import { task, tasks } from './jobs/tasks.ts';
import { photos } from './photos/photos.ts';
import { coverLinks } from './pictures/cover-links.ts';
import { pictureFor } from './pictures/picture-for.ts';
import { sharedPictures } from './pictures/shared-pictures.ts';
import * as byPath from './programs/at-path.ts';
import * as finding from './programs/find-by-path.ts';
import * as inChunks from './programs/in-chunks.ts';
import { putAtPath } from './programs/put-at-path.ts';
import { search } from './search/search.ts';
import { foldersAlong, heldContents, nodesOfShare } from './sharing/followed.ts';
import { listShared, sharedFile } from './sharing/list-shared.ts';
import { planSave, restore, restoreOf, undoSave } from './sharing/restore.ts';
import {
  blockContents,
  describeForShare,
  linksOver,
  linkTransfer,
  sizeOfShared,
  unwatch,
  watch,
} from './sharing/shared-content.ts';
import { sharedText } from './sharing/shared-text.ts';
import { clearTasks, deleteTasks } from './tasks/remove-tasks.ts';
import { retryTask } from './tasks/retry-task.ts';
import { timeline } from './timeline/timeline.ts';
import { createFolder, rename } from './tree/change.ts';
import { detail, list, path } from './tree/read.ts';
import { duplicates } from './tree/search/duplicates.ts';
import { heavyFolders, kinds, largest, sentBytes } from './tree/usage/usage.ts';
import { tusAppend, tusBegin, tusEnd, tusLook } from './tus/tus.ts';
import { beginUpload } from './upload/begin-upload.ts';
import { putFile } from './upload/put/put-file.ts';
import { switchWordsInside, wordsInside } from './words/choice.ts';
import { zipOwn, zipShared } from './zip/make-zip.ts';

export type { Space } from './account/space.ts';
export { makeEntryRoutes } from './archive/look/endpoint.ts';
export type { EntryQuery } from './archive/look/entry.ts';
export { archiveQuery, type FolderQuery } from './archive/look/listing.ts';
export type { SharedArchive } from './archive/look/shared.ts';
export type { TermsInput } from './collect/owner.ts';
export type { CollectView } from './collect/visitor.ts';
export { COLLECT_ACTION, noteOf, passedCheck, visitorOf } from './collect/visitor-check.ts';
export type { ContentSource, LeasedContent, LinkClaims, OpenContent, OwnTransfer } from './content/claims.ts';
export { makeContentRoutes, makeSendContent, type SendContent } from './content/endpoint.ts';
export { type ContentLink, contentLink, linkKeyOf, makeOpenLink, type ShareContentLinks } from './content/link.ts';
export { type LinkCounts, makeLinkTraffic, TRAFFIC_KIND } from './content/link-traffic.ts';
export { originMedias } from './content/medias.ts';
export { isTransferOver } from './content/transfers.ts';
export { contentSourcesOf } from './content-sources.ts';
export type { DriveDeps } from './deps.ts';
export type { DeskSpace } from './desk/moderation.ts';
export { makeDriveRoutes } from './endpoints.ts';
export { grantedImagesOf } from './grants/granted-content.ts';
export type { GrantsExport } from './grants/owner.ts';
export { makeGrantPeople } from './grants/people.ts';
export { type ImageLinks, type ImageSize, type ImageSource, makeImageSigner } from './images/link.ts';
export { copyIdOf } from './keys.ts';
export { makeImageRoutes, makeSendImage, type SendImage } from './pictures/endpoint.ts';
export type { SharedPicture, SharedPictures } from './pictures/open-picture.ts';
export { makeReadImageLink, type ReadImageDeps, type ReadImageLink } from './pictures/read-link.ts';
export {
  type Changed as ProgramChanged,
  type Conditions,
  type Entry as ProgramEntry,
  type FoundEntry as ProgramFound,
  type Lock as ProgramLock,
  type Look as ProgramLook,
  NO_CONDITIONS,
  type OpenFile as ProgramFile,
  type Path as ProgramPath,
  type Quota as ProgramQuota,
  type Wanted,
  type WantedField,
  type WantedOrder,
} from './programs/model.ts';
export { readSuffixed, suffixedName } from './programs/shown-name.ts';
export type { SharedPage } from './sharing/list-shared.ts';
export type { RestoreAnswer, RestoreOrder, SavePlan } from './sharing/restore.ts';
export type { NodesRest, SharedNode } from './sharing/shared-files.store.ts';
export type { SharedItem } from './sharing/view.store.ts';
export { addPeople, countPeople, joinPeople, personDigest } from './tally/people.ts';
export { makeHourlyCounter, makeTally, TALLY_SHARDS, type Tally, type TallyDeps } from './tally/tally.ts';
export type { Crumb } from './tree/batch.store.ts';
export type { ExportRow } from './tree/export-row.ts';
export { fillIconLinks } from './tree/icon-links.ts';
export { MAX_DEPTH } from './tree/tree.store.ts';
export { MAX_METADATA_CHARS } from './tus/ticket.ts';
export type { TusUpload } from './tus/tus.ts';
export { DIGEST_BYTES, type DigestAlgorithm } from './upload/body/digests.ts';
export { FormFileDecoder, lastFileBytes, readFormHead, withHead } from './upload/body/form-body.ts';
export { BodyMalformed } from './upload/body/stream-body.ts';
export { refuseBucketCalls } from './upload/s3/bucket.ts';
export { makeUploadRoutes } from './upload/s3/endpoint.ts';
export { makeZipRoutes, type SharedRoots } from './zip/endpoint.ts';
export { visitorChoice, type ZipFile } from './zip/make-zip.ts';
export { toZipFile } from './zip/wire.ts';

const operations = {
  // Pages.
  list,
  detail,
  path,
  search,
  timeline,
  photos,
  createAlbum,
  renameAlbum,
  removeAlbum,
  addToAlbum,
  takeFromAlbum,
  duplicates,
  createFolder,
  rename,
  putFile,
  beginUpload,
  move,
  trash,
  untrash,
  emptyTrash,
  remove,
  tidy,
  space,
  kinds,
  largest,
  heavyFolders,
  sentBytes,
  quantities,
  // Notifications.
  notifyPerson,
  notifications,
  unreadNotifications,
  readNotifications,
  bellChoices,
  saveBellChoices,
  wordsInside,
  switchWordsInside,
  pushState,
  addPushDevice,
  dropPushDevices,
  // Export.
  exportPage,
  zipOwn,
  task,
  tasks,
  // Tasks.
  createFetch,
  retryTask,
  taskStatuses,
  chooseFiles,
  taskLimits,
  takesTorrents,
  deleteTasks,
  clearTasks,
  // Links that collect files.
  createCollectLink,
  collectLinks,
  collectedFiles,
  changeCollectLink,
  closeCollectLink,
  deleteCollectLink,
  openCollectLink,
  receiveCollected,
  beginCollectedParts,
  receiveCollectedPart,
  finishCollected,
  collectReceipt,
  keepReceipts,
  sentFiles,
  takeBackSent,
  withdrawCollected,
  // Folders in common.
  inviteGuest,
  inviterName,
  grantsOf,
  changeGrant,
  exportGrants,
  offerGrant,
  removeGrant,
  commonFolders,
  answerCommon,
  takeOver,
  declineOffer,
  unblockInviter,
  commonFiles,
  commonFile,
  commonMakeFolder,
  commonRename,
  commonMove,
  commonTrash,
  commonSave,
  commonPut,
  // Programs that know files by paths.
  lookAt: byPath.lookAt,
  lookOn: byPath.lookOn,
  openAt: byPath.openAt,
  makeFolderAt: byPath.makeFolderAt,
  removeAt: byPath.removeAt,
  moveAt: byPath.moveAt,
  copyAt: byPath.copyAt,
  setPropsAt: byPath.setPropsAt,
  lockAt: byPath.lockAt,
  renewLockAt: byPath.renewLockAt,
  endLockAt: byPath.endLockAt,
  putAtPath,
  pictureFor,
  starredAt: finding.starredAt,
  namedAt: finding.namedAt,
  wantedAt: finding.wantedAt,
  trashedAt: finding.trashedAt,
  removeTrashedAt: finding.removeTrashedAt,
  versionsAt: finding.versionsAt,
  openVersionAt: finding.openVersionAt,
  restoreVersionAt: finding.restoreVersionAt,
  openChunksAt: inChunks.openChunksAt,
  putChunkAt: inChunks.putChunkAt,
  chunksAt: inChunks.chunksAt,
  dropChunksAt: inChunks.dropChunksAt,
  assembleAt: inChunks.assembleAt,
  programLocks: byPath.programLocks,
  breakLock: byPath.breakLock,
  // Programs that go on where they stopped.
  tusBegin,
  tusLook,
  tusAppend,
  tusEnd,
  // Shares.
  shareContentLinks,
  shareImageLinks,
  coverLinks,
  describeForShare,
  sizeOfShared,
  watch,
  unwatch,
  listShared,
  sharedFile,
  sharedPictures,
  sharedText,
  linkTransfer,
  linksOver,
  sharingOf,
  blockContents,
  // Operators' decisions.
  linkEvidence,
  setContentBans,
  deskSpace,
  storedBytes,
  deskJobs,
  deskJob,
  faultyJob,
  actOnJob,
  holdContents,
  heldContent,
  setLinkNotice,
  restore,
  restoreOf,
  planSave,
  undoSave,
  nodesOfShare,
  heldContents,
  foldersAlong,
  zipShared,
  listSharedArchive,
  linkSharedEntry,
};

export type DriveService = Bound<typeof operations>;

export function makeDriveService(deps: DriveDeps): DriveService {
  return bindParts(deps, operations);
}
