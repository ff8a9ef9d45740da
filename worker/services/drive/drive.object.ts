/**
 * One person's drive. RPC methods: each checks its caller and calls one part, all of them made over one core. Methods return
 * Results. Those without a caller are for other objects, the hash job and event handlers.
 */
import type { EventType } from '#shared/drive/model.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { type Env, readConfig } from '#worker/env.ts';
import type { CallerData, EndedSessions } from '#worker/platform/session-guard.ts';
import { type IdempotencyKey, StoredObject } from '#worker/platform/stored-object.ts';
import { closeDrive } from './account/closing.ts';
import { exportPage } from './account/export.store.ts';
import { countTraffic, openContent } from './content/open-content.ts';
import { type DriveTx, type TreeLimits, treeLimitsOf } from './core/tx.ts';
import { DRIVE_MIGRATIONS } from './drive.migrations.ts';
import { makeDriveParts } from './drive-parts.ts';
import type { CopyInput } from './jobs/batches.ts';
import { completedTask } from './jobs/changes.ts';
import { listTasks, requireTask, type TaskQuery } from './jobs/task.store.ts';
import type { LinkClaims } from './service.ts';
import type { SaveInput } from './sharing/saves.ts';
import { describeNodes, type SharedQuery } from './sharing/view.store.ts';
import { addWatch, dropWatch } from './sharing/watch.store.ts';
import { setBlocked } from './tree/blocked.store.ts';
import { makeFolder, rename } from './tree/change.store.ts';
import { type Choosing, choiceOf } from './tree/conflict.store.ts';
import * as history from './tree/history/history.store.ts';
import { type ListRequest, list } from './tree/listing.store.ts';
import { type NewName, renameMany, setStars } from './tree/naming.store.ts';
import * as calls from './tree/owner-calls.ts';
import * as finding from './tree/search/search.store.ts';
import type { ExportQuery } from './tree/source.store.ts';
import { nodeById } from './tree/tree.store.ts';
import * as usage from './tree/usage/usage.store.ts';
import { listVersions } from './tree/versions/version.store.ts';
import { requireUpload } from './upload/begin-session.ts';
import { failUpload } from './upload/finish-session.ts';
import { digestsFrom, type WindowDigest } from './upload/hash/store.ts';
import { findOwn } from './upload/instant.ts';
import { listOpenUploads } from './upload/list.store.ts';
import { listParts, openPart, resetParts } from './upload/parts.ts';
import type { BlobData, ContentClaim, PartOrder, SynchronousUploadCalls, UploadCalls } from './upload/rpc-types.ts';
import { dropPut } from './upload/small-file.ts';

type Done = Result<{ ok: true }>;
type Repeat = IdempotencyKey | null;

export class DriveObject extends StoredObject<Env> implements SynchronousUploadCalls {
  #limits: TreeLimits | undefined;
  readonly #parts = makeDriveParts(this.makeCore(), this.env, this.ctx, () => this.treeLimits());
  readonly #core = this.#parts.core;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, 'DriveObject', DRIVE_MIGRATIONS);
  }

  /** A method, so that tests can make the tree smaller. */
  protected treeLimits(): TreeLimits {
    this.#limits ??= treeLimitsOf(readConfig(this.env).limits);
    return this.#limits;
  }

  protected override onAlarm(nowMs: number): Promise<number | null> {
    return this.#parts.onAlarm(nowMs);
  }

  listNodes(caller: CallerData, request: ListRequest) {
    return this.#core.read(caller, (sql) => list(sql, request));
  }

  detail(caller: CallerData, id: string) {
    return this.#core.read(caller, (sql) => calls.requireNode(sql, id));
  }

  /** Of a node in any state; '' when there is none. */
  phaseOf(caller: CallerData, id: string) {
    return this.#core.read(caller, (sql) => nodeById(sql, id)?.phase ?? '');
  }

  path(caller: CallerData, folderId: string) {
    return this.#core.read(caller, (sql) => calls.pathOf(sql, folderId));
  }

  createFolder(caller: CallerData, input: { parentId: string; name: string }, repeat: Repeat) {
    return this.#core.write(caller, (tx) => makeFolder(tx, input), repeat);
  }

  findOrMakeFolder(caller: CallerData, input: { parentId: string; name: string }, repeat: Repeat) {
    return this.#core.write(caller, (tx) => calls.findOrMakeFolder(tx, input), repeat);
  }

  rename(caller: CallerData, id: string, name: string, repeat: Repeat) {
    return this.#core.write(caller, (tx) => rename(tx, id, name), repeat);
  }

  renameMany(caller: CallerData, items: readonly NewName[], repeat: Repeat) {
    const ids = items.map(({ id }) => id);
    return this.#parts.changes.batch(caller, (tx) => completedTask(tx, 'rename', ids, renameMany(tx, items)), repeat);
  }

  setStars(caller: CallerData, { ids, starred }: { ids: readonly string[]; starred: boolean }) {
    const work = (tx: DriveTx) => completedTask(tx, starred ? 'star' : 'unstar', ids, setStars(tx, ids, starred));
    return this.#parts.changes.batch(caller, work, null);
  }

  /** @throws file_not_found, file_in_recycle_bin for the folder */
  conflicts(caller: CallerData, input: { parentId: string; names: readonly string[] }) {
    return this.#core.read(caller, (sql) => calls.conflictsIn(sql, input));
  }

  move(caller: CallerData, input: { ids: readonly string[]; to: string } & Choosing, repeat: Repeat) {
    const { ids, to } = input;
    return this.#parts.changes.act(caller, ids, (tx) => ({ do: 'move', to, choice: choiceOf(tx, input) }), repeat);
  }

  /** @param input.trashTtlMs  how long the trash retains these */
  trash(caller: CallerData, { ids, trashTtlMs }: { ids: readonly string[]; trashTtlMs: number }, repeat: Repeat) {
    return this.#parts.changes.act(caller, ids, (tx) => ({ do: 'trash', untilMs: tx.nowMs + trashTtlMs }), repeat);
  }

  untrash(caller: CallerData, input: { ids: readonly string[] } & Choosing, repeat: Repeat) {
    return this.#parts.changes.act(caller, input.ids, (tx) => ({ do: 'untrash', choice: choiceOf(tx, input) }), repeat);
  }

  copy(caller: CallerData, input: CopyInput, repeat: Repeat) {
    return this.#parts.batches.copy(caller, input, repeat);
  }

  remove(caller: CallerData, { ids }: { ids: readonly string[] }, repeat: Repeat) {
    return this.#parts.batches.remove(caller, ids, repeat);
  }

  emptyTrash(caller: CallerData, repeat: Repeat) {
    return this.#parts.batches.emptyTrash(caller, repeat);
  }

  tidy(caller: CallerData, input: { groups: readonly usage.TidyGroup[]; trashTtlMs: number }, repeat: Repeat) {
    return this.#parts.batches.tidy(caller, input, repeat);
  }

  /** @throws file_not_found, file_in_recycle_bin; invalid_argument for a bad page token */
  versions(caller: CallerData, fileId: string, pageToken: string, rows: number) {
    return this.#core.read(caller, (sql) => listVersions(sql, calls.requireNode(sql, fileId).id, pageToken, rows));
  }

  version(caller: CallerData, fileId: string, versionId: string) {
    return this.#core.read(caller, (sql) => calls.openVersion(sql, fileId, versionId));
  }

  restoreVersion(caller: CallerData, fileId: string, versionId: string, repeat: Repeat) {
    return this.#core.write(
      caller,
      (tx) => calls.restoreFileVersion(tx, fileId, versionId, this.#core.versionLimits()),
      repeat,
    );
  }

  /** @throws file_not_found, file_in_recycle_bin */
  deleteVersion(caller: CallerData, fileId: string, versionId: string) {
    return this.#core.write(caller, (tx) => calls.deleteFileVersion(tx, fileId, versionId));
  }

  search(caller: CallerData, query: finding.SearchQuery) {
    return this.#core.read(caller, (sql) => finding.search(sql, query));
  }

  duplicates(caller: CallerData, pageToken: string, rows: number) {
    return this.#core.read(caller, (sql) => finding.listDuplicates(sql, pageToken, rows));
  }

  contentsOfSize(caller: CallerData, sizeBytes: number) {
    return this.#core.read(caller, (sql) => finding.contentsOfSize(sql, sizeBytes));
  }

  space(caller: CallerData) {
    return this.#core.read(caller, () => this.#parts.usage.space(this.#core));
  }

  measureNode(caller: CallerData, id: string) {
    return this.#core.read(caller, (sql) => calls.measureNode(sql, id));
  }

  usageByKind(caller: CallerData) {
    return this.#core.read(caller, finding.usageByKind);
  }

  trashByKind(caller: CallerData) {
    return this.#core.read(caller, usage.trashByKind);
  }

  largest(caller: CallerData, query: usage.LargestQuery) {
    return this.#core.read(caller, (sql) => usage.listLargest(sql, query));
  }

  heavyFolders(caller: CallerData, rows: number) {
    return this.#core.read(caller, (sql) => usage.listHeavyFolders(sql, rows));
  }

  sentBytes(caller: CallerData, days: number) {
    return this.#core.read(caller, (sql, nowMs) => usage.sentBytes(sql, days, nowMs));
  }

  events(caller: CallerData, query: history.EventQuery) {
    return this.#core.read(caller, (sql) => history.listEvents(sql, query));
  }

  addEvent(caller: CallerData, event: Parameters<typeof calls.addEvent>[1]) {
    return this.#core.write(caller, (tx) => calls.addEvent(tx, event));
  }

  deleteEvents(caller: CallerData, ids: readonly string[]) {
    return this.#core.write(caller, (tx) => history.deleteEvents(tx, ids));
  }

  clearEvents(caller: CallerData, types: readonly EventType[]) {
    return this.#core.write(caller, (tx) => history.clearEvents(tx, types));
  }

  task(caller: CallerData, id: string) {
    return this.#core.read(caller, (sql) => requireTask(sql, id));
  }

  tasks(caller: CallerData, query: TaskQuery) {
    return this.#core.read(caller, (sql) => listTasks(sql, query));
  }

  /** Rises with every change that the owner can see. */
  revision(caller: CallerData) {
    return this.#core.read(caller, () => this.#parts.windows.revision());
  }

  /** The handshake of one window. */
  override async fetch(request: Request): Promise<Response> {
    return this.#parts.windows.open(request);
  }

  /** Windows send nothing but `ping`, which the runtime answers without waking this object. */
  override webSocketMessage(): void {
    // Nothing to do.
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 mean "no code" and may not be sent.
    socket.close(code === 1_005 || code === 1_006 ? 1_000 : code);
  }

  endSessions(ended: EndedSessions) {
    return this.#parts.endSessions(ended);
  }

  /** @param after  `next` of the page before; '' begins */
  exportPage(caller: CallerData, after: string) {
    return this.#core.read(caller, (sql) => exportPage(sql, after));
  }

  erase() {
    return closeDrive(this.#core);
  }

  describeForShare(caller: CallerData, ids: readonly string[]) {
    return this.#core.read(caller, (sql) => describeNodes(sql, ids));
  }

  watch(shareId: string, rootIds: readonly string[]) {
    return this.command(() => addWatch(this.sql, shareId, rootIds));
  }

  unwatch(shareId: string) {
    return this.exists() ? this.command(() => dropWatch(this.sql, shareId)) : succeed(null);
  }

  /** An operator blocks contents of this drive, or unblocks them. @param gcids  upper-case hex */
  blockContents(gcids: readonly string[], blocked: boolean) {
    return this.exists() ? this.command(() => setBlocked(this.sql, gcids, blocked)) : succeed(null);
  }

  linksOver(input: { fileIds: readonly string[]; gcids: readonly string[] }) {
    return this.#parts.shared.linksOver(input);
  }

  listShared(query: SharedQuery) {
    return this.#parts.shared.list(query);
  }

  sharedFile(rootIds: readonly string[], fileId: string) {
    return this.#parts.shared.file(rootIds, fileId);
  }

  exportMeasure(query: ExportQuery) {
    return this.#parts.shared.measure(query);
  }

  exportTree(query: ExportQuery) {
    return this.#parts.shared.page(query);
  }

  restoreShared(caller: CallerData, input: SaveInput) {
    return this.#parts.saves.save(caller, input);
  }

  restoreOf(requestKey: string) {
    return this.#parts.saves.find(requestKey);
  }

  beginUpload(...call: Parameters<UploadCalls['beginUpload']>) {
    return this.#parts.uploads.beginUpload(...call);
  }

  beginUnlessTaken(...call: Parameters<UploadCalls['beginUnlessTaken']>) {
    return this.#parts.uploads.beginUnlessTaken(...call);
  }

  ownContent(caller: CallerData, claim: ContentClaim) {
    return this.#core.write(caller, (tx) => findOwn(tx.sql, claim));
  }

  placePut(...call: Parameters<UploadCalls['placePut']>) {
    return this.#parts.uploads.placePut(...call);
  }

  landPut(...call: Parameters<UploadCalls['landPut']>) {
    return this.#parts.uploads.landPut(...call);
  }

  dropPut(objectKey: string, blob: BlobData | null) {
    return this.#do((tx) => dropPut(tx, objectKey, blob));
  }

  openUploads(caller: CallerData, pageToken: string, rows: number) {
    return this.#core.write(caller, (tx) => listOpenUploads(tx.sql, pageToken, rows, tx.nowMs));
  }

  uploadAnswer(...call: Parameters<UploadCalls['uploadAnswer']>) {
    return this.#parts.uploads.uploadAnswer(...call);
  }

  openPart(caller: CallerData, order: PartOrder) {
    return this.#core.write(caller, (tx) => openPart(tx, order));
  }

  confirmPart(...call: Parameters<UploadCalls['confirmPart']>) {
    return this.#parts.uploads.confirmPart(...call);
  }

  listParts(caller: CallerData, uploadId: string, after: number, limit: number) {
    return this.#core.write(caller, (tx) => listParts(tx.sql, uploadId, after, limit));
  }

  resetParts(caller: CallerData, uploadId: string) {
    return this.#core.write(caller, (tx) => resetParts(tx, uploadId));
  }

  sealUpload(...call: Parameters<UploadCalls['sealUpload']>) {
    return this.#parts.uploads.sealUpload(...call);
  }

  abortUpload(...call: Parameters<UploadCalls['abortUpload']>) {
    return this.#parts.uploads.abortUpload(...call);
  }

  hashPlan(uploadId: string) {
    return this.#core.transact((tx) => this.#parts.hashing.planOf(tx, requireUpload(tx.sql, uploadId)));
  }

  nextWindows(uploadId: string, digested: readonly WindowDigest[]) {
    return this.#parts.hashing.nextWindows(uploadId, digested);
  }

  windowDigests(uploadId: string, from: number, limit: number) {
    return this.#core.transact((tx) => digestsFrom(tx.sql, uploadId, from, limit));
  }

  finishUpload(uploadId: string, blob: BlobData, claimedSeq?: number) {
    return this.#parts.uploads.finish(uploadId, blob, claimedSeq);
  }

  failUpload(uploadId: string, reason: string) {
    return this.#do((tx) => failUpload(tx, uploadId, reason));
  }

  resumeHash(uploadId: string) {
    return this.#parts.hashing.resume(uploadId);
  }

  openContent(claims: LinkClaims) {
    return openContent(this.#core, claims);
  }

  countTraffic(sizeBytes: number) {
    return this.#do((tx) => countTraffic(tx, sizeBytes));
  }

  #do(work: (tx: DriveTx) => void): Done {
    return this.#core.transact((tx) => {
      work(tx);
      return { ok: true };
    });
  }
}
