/**
 * One person's drive. RPC methods: each checks its caller and calls one part, all of them made over one core. Methods return
 * Results. Those without a caller are for other objects, the hash job and event handlers.
 */
import type { EventType } from '#shared/drive/model.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { PlanLimits, Plans } from '#shared/membership/plans.ts';
import { type Env, readConfig } from '#worker/env.ts';
import type { CallerData, EndedSessions } from '#worker/platform/session-guard.ts';
import type { GivenKey } from '#worker/platform/storage/answers.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import { closeDrive } from './account/closing.ts';
import { exportPage } from './account/export.store.ts';
import { ownerNotes } from './account/owner-notes.store.ts';
import { archiveMethods } from './archive/rpc.ts';
import { bellMethods } from './bell/rpc.ts';
import { collectMethods } from './collect/rpc.ts';
import type { LinkClaims } from './content/claims.ts';
import { addMethods, done, type RpcMethods } from './core/rpc-methods.ts';
import { type DriveTx, type TreeLimits, treeLimitsOf } from './core/tx.ts';
import { deskMethods } from './desk/rpc.ts';
import { downloadMethods } from './downloader/rpc.ts';
import { DRIVE_MIGRATIONS } from './drive.migrations.ts';
import { type DriveParts, makeDriveParts } from './drive-parts.ts';
import type { WarnedOf } from './entitlement/full-mark.ts';
import { membershipNow, type PushedMembership, saveMembership } from './entitlement/limits.store.ts';
import { quantitiesNow } from './entitlement/quantities.ts';
import { fetchMethods } from './fetch/rpc.ts';
import { grantMethods } from './grants/rpc.ts';
import { noteImages } from './images/images.store.ts';
import type { ContentImages } from './images/model.ts';
import { eventsWithPictures, pageWithPictures, withPicture } from './images/pictured-rows.ts';
import { beginCopying, beginDeleting, beginEmptying, beginTidying, type CopyInput } from './jobs/batches.ts';
import { completedTask } from './jobs/changes.ts';
import { listTasks, requireShownTask } from './jobs/shown-tasks.store.ts';
import type { TaskQuery } from './jobs/task.store.ts';
import { liveMethods } from './live/rpc.ts';
import { pictureMethods } from './pictures/land-image.ts';
import { openPicture } from './pictures/open-picture.ts';
import { saveMethods } from './save-rpc.ts';
import { requireLink } from './sharing/link-limit.ts';
import type { SaveInput } from './sharing/saves.ts';
import * as view from './sharing/view.store.ts';
import { addWatch, dropWatch } from './sharing/watch.store.ts';
import { taskMethods } from './tasks/rpc.ts';
import { measureNode, pathOf, requireNode } from './tree/batch.store.ts';
import { setBlocked } from './tree/blocked.store.ts';
import { findOrMakeFolder, makeFolder, rename } from './tree/change.store.ts';
import { type Choosing, choiceOf, conflictsIn } from './tree/conflict.store.ts';
import * as history from './tree/history/history.store.ts';
import { type ListRequest, list } from './tree/listing.store.ts';
import { type NewName, renameMany, setStars } from './tree/naming.store.ts';
import { countTraffic, openContent, setLinkTraffic, transferOf } from './tree/open-content.ts';
import { sweepMethods } from './tree/search/rpc.ts';
import * as finding from './tree/search/search.store.ts';
import { nodeById } from './tree/tree.store.ts';
import { fullnessNow } from './tree/usage/nearly-full.ts';
import * as usage from './tree/usage/usage.store.ts';
import { deleteFileVersion, openVersion, restoreFileVersion } from './tree/versions/file-version.store.ts';
import { listVersions } from './tree/versions/version.store.ts';
import { uploadMethods } from './upload/rpc.ts';
import { type ZipAccess, type ZipStep, zipStep } from './zip/zip.store.ts';

type NounMethods = typeof uploadMethods &
  typeof liveMethods &
  typeof fetchMethods &
  typeof taskMethods &
  typeof downloadMethods &
  typeof archiveMethods &
  typeof pictureMethods &
  typeof saveMethods &
  typeof deskMethods &
  typeof bellMethods &
  typeof collectMethods &
  typeof grantMethods &
  typeof sweepMethods;

/** The methods of this class, and those that the nouns bring with them. */
export interface DriveObject extends RpcMethods<DriveParts, NounMethods> {}

// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: `addMethods` defines every method of the interface
export class DriveObject extends StoredObject<Env> {
  #limits: TreeLimits | undefined;
  readonly #parts: DriveParts = makeDriveParts(this.makeCore(), this.env, this.ctx, () => this.treeLimits());
  readonly #core = this.#parts.core;

  static {
    addMethods(DriveObject.prototype, (drive: DriveObject) => drive.#parts, {
      ...uploadMethods,
      ...liveMethods,
      ...fetchMethods,
      ...taskMethods,
      ...downloadMethods,
      ...archiveMethods,
      ...pictureMethods,
      ...saveMethods,
      ...deskMethods,
      ...bellMethods,
      ...collectMethods,
      ...grantMethods,
      ...sweepMethods,
    });
  }

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, 'DriveObject', DRIVE_MIGRATIONS);
    this.#parts.endFormerLeases();
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
    return this.#core.read(caller, (sql, nowMs) => pageWithPictures(sql, list(this.#core.tx(nowMs), request)));
  }

  detail(caller: CallerData, id: string) {
    return this.#core.read(caller, (sql) => withPicture(sql, requireNode(sql, id)));
  }

  /** Of a node in any state; '' when there is none. */
  phaseOf(caller: CallerData, id: string) {
    return this.#core.read(caller, (sql) => nodeById(sql, id)?.phase ?? '');
  }

  path(caller: CallerData, folderId: string) {
    return this.#core.read(caller, (sql) => pathOf(sql, folderId));
  }

  createFolder(caller: CallerData, input: { parentId: string; name: string }, key: GivenKey) {
    return this.#core.write(caller, (tx) => makeFolder(tx, input), key);
  }

  findOrMakeFolder(caller: CallerData, input: { parentId: string; name: string }, key: GivenKey) {
    return this.#core.write(caller, (tx) => findOrMakeFolder(tx, input), key);
  }

  rename(caller: CallerData, id: string, name: string, key: GivenKey) {
    return this.#core.write(caller, (tx) => rename(tx, id, name), key);
  }

  renameMany(caller: CallerData, items: readonly NewName[], key: GivenKey) {
    const ids = items.map(({ id }) => id);
    return this.#parts.changes.batch(caller, (tx) => completedTask(tx, 'rename', ids, renameMany(tx, items)), key);
  }

  setStars(caller: CallerData, { ids, starred }: { ids: readonly string[]; starred: boolean }) {
    const work = (tx: DriveTx) => completedTask(tx, starred ? 'star' : 'unstar', ids, setStars(tx, ids, starred));
    return this.#parts.changes.batch(caller, work, null);
  }

  conflicts(caller: CallerData, input: { parentId: string; names: readonly string[] }) {
    return this.#core.read(caller, (sql) => conflictsIn(sql, input));
  }

  move(caller: CallerData, input: { ids: readonly string[]; to: string } & Choosing, key: GivenKey) {
    const { ids, to } = input;
    return this.#parts.changes.act(caller, ids, (tx) => ({ do: 'move', to, choice: choiceOf(tx, input) }), key);
  }

  /** @param input.trashTtlMs  how long the trash retains these */
  trash(caller: CallerData, { ids, trashTtlMs }: { ids: readonly string[]; trashTtlMs: number }, key: GivenKey) {
    return this.#parts.changes.act(caller, ids, (tx) => ({ do: 'trash', untilMs: tx.nowMs + trashTtlMs }), key);
  }

  untrash(caller: CallerData, input: { ids: readonly string[] } & Choosing, key: GivenKey) {
    return this.#parts.changes.act(caller, input.ids, (tx) => ({ do: 'untrash', choice: choiceOf(tx, input) }), key);
  }

  copy(caller: CallerData, input: CopyInput, key: GivenKey) {
    return this.#parts.changes.batch(caller, (tx) => beginCopying(tx, input), key);
  }

  remove(caller: CallerData, { ids }: { ids: readonly string[] }, key: GivenKey) {
    return this.#parts.changes.batch(caller, (tx) => beginDeleting(tx, ids), key);
  }

  emptyTrash(caller: CallerData, key: GivenKey) {
    return this.#parts.changes.batch(caller, beginEmptying, key);
  }

  tidy(caller: CallerData, input: { groups: readonly usage.TidyGroup[]; trashTtlMs: number }, key: GivenKey) {
    const { groups, trashTtlMs } = input;
    return this.#parts.changes.batch(caller, (tx) => beginTidying(tx, groups, tx.nowMs + trashTtlMs), key);
  }

  versions(caller: CallerData, fileId: string, pageToken: string, rows: number) {
    return this.#core.read(caller, (sql) => listVersions(sql, requireNode(sql, fileId).id, pageToken, rows));
  }

  version(caller: CallerData, fileId: string, versionId: string) {
    return this.#core.read(caller, (sql) => openVersion(sql, fileId, versionId));
  }

  restoreVersion(caller: CallerData, fileId: string, versionId: string, key: GivenKey) {
    return this.#core.write(caller, (tx) => restoreFileVersion(tx, fileId, versionId, this.#core.versionLimits()), key);
  }

  deleteVersion(caller: CallerData, fileId: string, versionId: string) {
    return this.#core.write(caller, (tx) => deleteFileVersion(tx, fileId, versionId));
  }

  contentsOfSize(caller: CallerData, sizeBytes: number) {
    return this.#core.read(caller, (sql) => finding.contentsOfSize(sql, sizeBytes));
  }

  space(caller: CallerData) {
    return this.#core.read(caller, () => this.#parts.usage.space(this.#core));
  }

  /** Used space with the limits of now. */
  spaceAndLimits(caller: CallerData, plans: Plans) {
    return this.#core.read(caller, (sql, nowMs) => ({
      ...this.#parts.usage.space(this.#core),
      ...membershipNow({ sql, nowMs }, plans),
      ...ownerNotes(sql, nowMs, this.#parts.unread),
    }));
  }

  quantities(caller: CallerData, plans: Plans) {
    return this.#core.read(caller, (sql, nowMs) => quantitiesNow(sql, plans, nowMs));
  }

  /** For a letter: null where there is nothing to warn of. */
  fullness(what: WarnedOf, plans: Plans) {
    return this.#core.transact((tx) => fullnessNow(tx, what, plans));
  }

  /** Limits of the person's own downloads now. @param free  limits of the free plan */
  ownTransfer(caller: CallerData, free: PlanLimits) {
    return this.#core.read(caller, (sql, nowMs) => transferOf({ sql, nowMs }, free));
  }

  /** The membership of the person changed. An older version than the stored one changes nothing. */
  setMembership(pushed: PushedMembership) {
    return done(this.#core, (tx) => {
      if (saveMembership(tx.sql, pushed)) tx.changed();
    });
  }

  measureNode(caller: CallerData, id: string) {
    return this.#core.read(caller, (sql) => measureNode(sql, id));
  }

  sentBytes(caller: CallerData, days: number) {
    return this.#core.read(caller, (sql, nowMs) => usage.sentBytes(sql, days, nowMs));
  }

  events(caller: CallerData, query: history.EventQuery) {
    return this.#core.read(caller, (sql, nowMs) => eventsWithPictures(sql, history.listEvents(sql, query, nowMs)));
  }

  addEvent(caller: CallerData, event: Parameters<typeof history.addEvent>[1]) {
    return this.#core.write(caller, (tx) => history.addEvent(tx, event));
  }

  deleteEvents(caller: CallerData, ids: readonly string[]) {
    return this.#core.write(caller, (tx) => history.deleteEvents(tx, ids));
  }

  clearEvents(caller: CallerData, types: readonly EventType[]) {
    return this.#core.write(caller, (tx) => history.clearEvents(tx, types));
  }

  task(caller: CallerData, id: string) {
    return this.#core.read(caller, (sql) => requireShownTask(sql, id));
  }

  tasks(caller: CallerData, query: TaskQuery) {
    return this.#core.read(caller, (sql, nowMs) => listTasks(sql, query, nowMs));
  }

  /** The handshake of one window. */
  override async fetch(request: Request): Promise<Response> {
    return this.#parts.windows.open(request);
  }

  /** Windows send nothing but `ping`, which the runtime answers without waking this object. */
  override webSocketMessage(socket: WebSocket): void {
    this.#parts.windows.onMessage(socket);
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 mean "no code" and may not be sent.
    socket.close(code === 1_005 || code === 1_006 ? 1_000 : code);
  }

  endSessions(ended: EndedSessions) {
    return this.#parts.endSessions(ended);
  }

  exportPage(caller: CallerData, after: string) {
    return this.#core.read(caller, (sql) => exportPage(sql, after));
  }

  erase() {
    return closeDrive(this.#core);
  }

  describeForShare(caller: CallerData, ids: readonly string[]) {
    return this.#core.read(caller, (sql) => view.describeNodes(sql, ids));
  }

  sizeOfNodes(ids: readonly string[]) {
    return this.#ifExists({ sizeBytes: 0, fileCount: 0 }, (sql) => view.sizeOfLive(sql, ids));
  }

  /** @param free  limits of the free plan; left out: as the drive last saw them */
  watch(shareId: string, rootIds: readonly string[], free?: PlanLimits) {
    return this.command((nowMs) => {
      requireLink({ sql: this.sql, nowMs }, shareId, free ?? null);
      addWatch(this.sql, shareId, rootIds);
    });
  }

  unwatch(shareId: string) {
    return this.#ifExists(null, (sql) => dropWatch(sql, shareId));
  }

  /** An operator blocks contents of this drive, or unblocks them. @param gcids  upper-case hex */
  blockContents(gcids: readonly string[], blocked: boolean) {
    return this.#ifExists(null, (sql) => setBlocked(sql, gcids, blocked));
  }

  linksOver(input: { fileIds: readonly string[]; gcids: readonly string[] }) {
    return this.#ifExists([], (sql) => view.linksOver(sql, input));
  }

  listShared(query: view.SharedQuery) {
    return this.#ifExists(null, () => view.listShared(this.#core.tx(this.clock.nowMs()), query));
  }

  sharedFile(rootIds: readonly string[], fileId: string) {
    return this.#ifExists(null, (sql) => view.sharedFile(sql, rootIds, fileId, this.name));
  }

  restoreShared(caller: CallerData, input: SaveInput) {
    return this.#parts.saves.save(caller, input);
  }

  restoreOf(requestKey: string) {
    return this.#parts.saves.find(requestKey);
  }

  openPicture(caller: CallerData, nodeId: string, contentMark: string) {
    return openPicture(this.#core, caller, nodeId, contentMark);
  }

  noteImages(contentKey: string, known: ContentImages) {
    return this.#ifExists(null, (sql) => noteImages(sql, contentKey, known));
  }

  /** @param free  limits of the free plan; left out: the person's own transfer is not asked about */
  openContent(claims: LinkClaims, free?: PlanLimits) {
    return openContent(this.#core, claims, free ?? null);
  }

  zipStep(access: ZipAccess, step: ZipStep) {
    return this.#core.transact((tx) => zipStep(this.#core, tx, access, step));
  }

  countTraffic(sizeBytes: number) {
    return done(this.#core, (tx) => countTraffic(tx, sizeBytes));
  }

  setLinkTraffic(sent: { day: string; shard: number; bytes: number }) {
    if (!this.exists()) return succeed({ ok: true });
    return done(this.#core, (tx) => setLinkTraffic(tx, sent));
  }

  /** A call of a share, which must not create the drive. */
  #ifExists<T>(absent: T, work: (sql: SqlStorage) => T): Result<T> {
    return this.exists() ? this.command(() => work(this.sql)) : succeed(absent);
  }
}
