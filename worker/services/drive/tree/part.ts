/**
 * The part of files and folders, their versions, contents, history and space. Calls with `sweptRows` may read all rows of a drive; it is the
 * limit of such readings a minute.
 */

import type { EventType } from '#shared/drive/model.ts';
import { succeed, unwrap } from '#shared/errors.ts';
import type { PlanLimits, Plans } from '#shared/membership/plans.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { GivenKey } from '#worker/platform/storage/answers.ts';
import type { LinkClaims } from '../content/claims.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import { done, ifExists } from '../core/transact.ts';
import type { WarnedOf } from '../entitlement/full-mark.ts';
import { eventsWithPictures, pageWithPictures, withPicture } from '../images/pictured-rows.ts';
import { measureNode, pathOf, requireNode } from './batch.store.ts';
import { setBlocked } from './blocked.store.ts';
import { findOrMakeFolder, makeFolder, rename } from './change.store.ts';
import { conflictsIn } from './conflict.store.ts';
import { fillNext } from './find-keys.store.ts';
import { rankNext } from './folder-ranks.store.ts';
import { changesSince } from './history/changes.store.ts';
import * as history from './history/history.store.ts';
import { type ListRequest, list } from './listing.store.ts';
import { countTraffic, openContent, setLinkTraffic, transferOf } from './open-content.ts';
import * as finding from './search/search.store.ts';
import { storedFile } from './stored-file.ts';
import { TREE_TABLES } from './tables.ts';
import { nodeById } from './tree.store.ts';
import { type DriveUsage, makeDriveUsage } from './usage/drive-usage.ts';
import { fullnessNow } from './usage/nearly-full.ts';
import { spaceLeft } from './usage/quota.ts';
import * as usageStore from './usage/usage.store.ts';
import { deleteFileVersion, openVersion, restoreFileVersion } from './versions/file-version.store.ts';
import { listVersions } from './versions/version.store.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
  readonly usage: DriveUsage;
}

const calls = {
  listNodes({ core }: Parts, caller: CallerData, request: ListRequest) {
    return core.read(caller, (sql, nowMs) => pageWithPictures(sql, list(core.tx(nowMs), request)));
  },
  detail({ core }: Parts, caller: CallerData, id: string) {
    return core.read(caller, (sql) => withPicture(sql, requireNode(sql, id)));
  },
  /** Of a node in any state; '' when there is none. */
  phaseOf({ core }: Parts, caller: CallerData, id: string) {
    return core.read(caller, (sql) => nodeById(sql, id)?.phase ?? '');
  },
  /** For work that reads its bytes. */
  storedFile({ core }: Parts, caller: CallerData, id: string) {
    return core.read(caller, (sql) => storedFile(sql, id));
  },
  path({ core }: Parts, caller: CallerData, folderId: string) {
    return core.read(caller, (sql) => pathOf(sql, folderId));
  },
  createFolder({ core }: Parts, caller: CallerData, input: { parentId: string; name: string }, key: GivenKey) {
    return core.write(caller, (tx) => makeFolder(tx, input), key);
  },
  findOrMakeFolder({ core }: Parts, caller: CallerData, input: { parentId: string; name: string }, key: GivenKey) {
    return core.write(caller, (tx) => findOrMakeFolder(tx, input), key);
  },
  rename({ core }: Parts, caller: CallerData, id: string, name: string, key: GivenKey) {
    return core.write(caller, (tx) => rename(tx, id, name), key);
  },
  conflicts({ core }: Parts, caller: CallerData, input: { parentId: string; names: readonly string[] }) {
    return core.read(caller, (sql) => conflictsIn(sql, input));
  },
  measureNode({ core }: Parts, caller: CallerData, id: string) {
    return core.read(caller, (sql) => measureNode(sql, id));
  },
  versions({ core }: Parts, caller: CallerData, fileId: string, pageToken: string, rows: number) {
    return core.read(caller, (sql) => listVersions(sql, requireNode(sql, fileId).id, pageToken, rows));
  },
  version({ core }: Parts, caller: CallerData, fileId: string, versionId: string) {
    return core.read(caller, (sql) => openVersion(sql, fileId, versionId));
  },
  restoreVersion({ core }: Parts, caller: CallerData, fileId: string, versionId: string, key: GivenKey) {
    return core.write(caller, (tx) => restoreFileVersion(tx, fileId, versionId, core.versionLimits()), key);
  },
  deleteVersion({ core }: Parts, caller: CallerData, fileId: string, versionId: string) {
    return core.write(caller, (tx) => deleteFileVersion(tx, fileId, versionId));
  },
  contentsOfSize({ core }: Parts, caller: CallerData, sizeBytes: number) {
    return core.read(caller, (sql) => finding.contentsOfSize(sql, sizeBytes));
  },
  space({ core, usage }: Parts, caller: CallerData) {
    return core.read(caller, () => usage.space(core));
  },
  /** @param freeBytes  storage of the free plan */
  spaceLeft({ core }: Parts, caller: CallerData, freeBytes: number) {
    return core.read(caller, (sql, nowMs) => spaceLeft({ sql, nowMs }, freeBytes));
  },
  /** For a letter: null where there is nothing to warn of. */
  fullness({ core }: Parts, what: WarnedOf, plans: Plans) {
    return core.transact((tx) => fullnessNow(tx, what, plans));
  },
  /** Limits of the person's own downloads now. @param free  limits of the free plan */
  ownTransfer({ core }: Parts, caller: CallerData, free: PlanLimits) {
    return core.read(caller, (sql, nowMs) => transferOf({ sql, nowMs }, free));
  },
  /** @param free  limits of the free plan; left out: the person's own transfer is not asked about */
  openContent({ core }: Parts, claims: LinkClaims, free?: PlanLimits) {
    return openContent(core, claims, free ?? null);
  },
  countTraffic({ core }: Parts, sizeBytes: number) {
    return done(core, (tx) => countTraffic(tx, sizeBytes));
  },
  setLinkTraffic({ core }: Parts, sent: { day: string; shard: number; bytes: number }) {
    if (!core.object.exists()) return succeed({ ok: true });
    return done(core, (tx) => setLinkTraffic(tx, sent));
  },
  /** An operator blocks contents of this drive, or unblocks them. @param gcids  upper-case hex */
  blockContents({ core }: Parts, gcids: readonly string[], blocked: boolean) {
    return ifExists(core, null, ({ sql }) => setBlocked(sql, gcids, blocked));
  },
  sentBytes({ core }: Parts, caller: CallerData, days: number) {
    return core.read(caller, (sql, nowMs) => usageStore.sentBytes(sql, days, nowMs));
  },
  events({ core }: Parts, caller: CallerData, query: history.EventQuery) {
    return core.read(caller, (sql) => eventsWithPictures(sql, history.listEvents(sql, query)));
  },
  changes({ core }: Parts, caller: CallerData, since: string, rows: number) {
    return core.read(caller, (sql) => changesSince(sql, since, rows));
  },
  addEvent({ core }: Parts, caller: CallerData, event: Parameters<typeof history.addEvent>[1]) {
    return core.write(caller, (tx) => history.addEvent(tx, event));
  },
  deleteEvents({ core }: Parts, caller: CallerData, ids: readonly string[]) {
    return core.write(caller, (tx) => history.deleteEvents(tx, ids));
  },
  clearEvents({ core }: Parts, caller: CallerData, types: readonly EventType[]) {
    return core.write(caller, (tx) => history.clearEvents(tx, types));
  },
  duplicates({ core }: Parts, caller: CallerData, pageToken: string, rows: number, sweptRows = Infinity) {
    return core.sweep(caller, sweptRows, (sql) => finding.listDuplicates(sql, pageToken, rows));
  },
  usageByKind({ core }: Parts, caller: CallerData, sweptRows = Infinity) {
    return core.sweep(caller, sweptRows, finding.usageByKind);
  },
  trashByKind({ core }: Parts, caller: CallerData, sweptRows = Infinity) {
    return core.sweep(caller, sweptRows, usageStore.trashByKind);
  },
  largest({ core }: Parts, caller: CallerData, query: usageStore.LargestQuery, sweptRows = Infinity) {
    return core.sweep(caller, sweptRows, (sql) => usageStore.listLargest(sql, query));
  },
  heavyFolders({ core }: Parts, caller: CallerData, rows: number, sweptRows = Infinity) {
    return core.sweep(caller, sweptRows, (sql) => usageStore.listHeavyFolders(sql, rows));
  },
};

export const treePart = {
  tables: TREE_TABLES,
  make({ core }: Pick<Parts, 'core'>) {
    const usage = makeDriveUsage();
    core.addHooks({ onWrite: usage.forget });
    return { usage };
  },
  calls,
  /** Ranks and search keys that are not there yet. */
  alarm({ core }: Parts, nowMs: number) {
    const isRankLeft = unwrap(core.transact(({ sql }) => rankNext(sql)));
    const isKeyLeft = unwrap(core.transact(({ sql }) => fillNext(sql)));
    return isRankLeft || isKeyLeft ? nowMs : null;
  },
} satisfies DrivePart;
