/** The part of grants. Calls of guests act for the owner, check the grant, and never make a drive. */

import type { GrantAnswer, GrantRole } from '#shared/drive/grants/grant-terms.ts';
import { AppError, type ErrorData, fail, type Result, succeed, unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { readConfig } from '#worker/env.ts';
import { type CallerData, isPersonBlocked, isServed } from '#worker/platform/session-guard.ts';
import type { IdempotencyKey } from '#worker/platform/storage/answers.ts';
import { linkOwner } from '../collect/link-owner.ts';
import type { LinkClaims } from '../content/claims.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import type { DriveTx } from '../core/tx.ts';
import type { BatchAnswer, Changes } from '../jobs/changes.ts';
import type { HandoverOrder, HandoverOutcome } from '../jobs/copy-model.ts';
import type { TaskSteps } from '../jobs/steps.ts';
import { measureShared, readShared } from '../sharing/view.store.ts';
import type { ExportQuery } from '../tree/source.store.ts';
import * as grants from './grants.store.ts';
import * as acts from './guest-acts.store.ts';
import { GUEST_WATCHERS } from './guest-events.store.ts';
import * as files from './guest-files.store.ts';
import * as handovers from './handover.store.ts';
import { landHandover } from './landed-handover.store.ts';
import * as received from './received.store.ts';
import { sharingOfNodes } from './sharing-marks.store.ts';
import { GRANT_LANDED_COLUMN, GRANT_LETTER_COLUMNS, GRANT_TABLES, HANDOVER_TABLES } from './tables.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
  readonly changes: Changes;
}

type Key = IdempotencyKey | null;
type Access = grants.GuestAccess;

const none = () => fail('not_found', { reason: 'no_such_grant' });

/** False for a drive that was never used, and for one whose account was closed. */
function hasOwner({ core }: Parts): boolean {
  return core.object.exists() && core.sql.exec('SELECT 1 FROM closing').toArray().length === 0;
}

/** False for a drive that was never used, and for one whose person was blocked or closed the account. */
function isOpen({ core }: Parts): boolean {
  return core.object.exists() && isServed(core.sql);
}

function read<T>(
  drive: Parts,
  access: Access,
  work: (sql: SqlStorage, grant: grants.GrantRow) => T,
): Result<T> | { ok: false; error: ErrorData } {
  if (!isOpen(drive)) return none();
  return drive.core.transact(({ sql }) => work(sql, grants.requireGrant(sql, access, 'viewer')));
}

/** Before the answer of a repeated call is given: a grant that has ended does not see earlier answers either. */
function refusalOf(drive: Parts, access: Access): { ok: false; error: ErrorData } | null {
  if (!isOpen(drive)) return none();
  const allowed = drive.core.transact(({ sql }) => grants.requireGrant(sql, access, 'editor').id);
  return allowed.ok ? null : allowed;
}

/** Acts of the transaction name the guest. */
function byGuest(tx: DriveTx, { userId }: Access): DriveTx {
  return { ...tx, credential: `guest ${userId}` };
}

function write<T>(
  drive: Parts,
  access: Access,
  work: (tx: DriveTx, grant: grants.GrantRow) => T,
  key: Key = null,
): Result<T> {
  const refusal = refusalOf(drive, access);
  if (refusal) return refusal;
  const owner = linkOwner(drive.core.object.name);
  return drive.core.write(owner, (tx) => work(byGuest(tx, access), grants.requireGrant(tx.sql, access, 'editor')), key);
}

/** As `write`, for changes that links and other guests must know of before the answer. */
async function change(
  drive: Parts,
  access: Access,
  work: (tx: DriveTx, grant: grants.GrantRow) => BatchAnswer,
  key: Key,
): Promise<Result<string>> {
  const refusal = refusalOf(drive, access);
  if (refusal) return refusal;
  const owner = linkOwner(drive.core.object.name);
  return drive.changes.batch(
    owner,
    (tx) => work(byGuest(tx, access), grants.requireGrant(tx.sql, access, 'editor')),
    key,
  );
}

/** Also for a drive whose account was closed since: a folder that was handed over is another person's. */
function handOver(drive: Parts, access: Access, order: HandoverOrder): Result<HandoverOutcome> {
  const { core } = drive;
  if (!core.object.exists()) return none();
  const known = core.transact(({ sql }) => handovers.handedOver(sql, access, order.taskId));
  if (!known.ok) return known;
  if (known.value) return succeed(known.value);
  if (!isOpen(drive)) return none();
  const { trashTtlSeconds } = readConfig(core.env).limits;
  const owner = linkOwner(core.object.name);
  return core.write(owner, (tx) => handovers.handOver(tx, access, order, tx.nowMs + trashTtlSeconds * SECOND_MS));
}

/** Links that show the folder are closed before the answer. Otherwise the step is tried again, and finds the handover done. */
async function finishHandover(drive: Parts, access: Access, order: HandoverOrder): Promise<Result<HandoverOutcome>> {
  const handed = handOver(drive, access, order);
  return handed.ok && !(await drive.core.deliverRemovals()) ? fail('internal') : handed;
}

/** The tree that may be copied. A right to a common folder is asked for in the transaction that reads. @throws AppError not_found */
function allowed(sql: SqlStorage, { grant, ...query }: ExportQuery): ExportQuery {
  if (!grant) return query;
  if (isPersonBlocked(sql)) throw new AppError('not_found', { reason: 'no_such_grant' });
  return { ...query, rootIds: [grants.requireGrant(sql, grant, 'viewer').node_id] };
}

const calls = {
  exportMeasure: ({ core }: Parts, query: ExportQuery) =>
    core.object.exists()
      ? core.transact((tx) => {
          if (query.handover && query.grant) handovers.beginHandover(tx, query.grant, query.handover);
          return measureShared(tx.sql, allowed(tx.sql, query));
        })
      : fail('file_not_found'),
  exportTree: ({ core }: Parts, query: ExportQuery) =>
    core.object.exists() ? core.transact(({ sql }) => readShared(sql, allowed(sql, query))) : fail('file_not_found'),
  // The owner.
  inviteGuest: (drive: Parts, caller: CallerData, invitation: grants.Invitation) =>
    drive.core.write(caller, (tx) => grants.invite(tx, invitation)),
  grantsOf: (drive: Parts, caller: CallerData, nodeId: string) =>
    drive.core.read(caller, (sql) => grants.peopleOf(sql, nodeId)),
  sharingOf: (drive: Parts, caller: CallerData, nodeIds: readonly string[]) =>
    drive.core.read(caller, (sql, nowMs) => sharingOfNodes({ sql, nowMs }, nodeIds)),
  /** All that the export of a person says about grants. */
  exportGrants: (drive: Parts, caller: CallerData) =>
    drive.core.read(caller, (sql) => ({
      given: grants.allGrants(sql),
      received: received.receivedGrants(sql),
      blocked: received.blockedInviters(sql),
    })),
  changeGrant: (drive: Parts, caller: CallerData, id: string, role: GrantRole) =>
    drive.core.write(caller, (tx) => grants.setRole(tx, id, role)),
  removeGrant: (drive: Parts, caller: CallerData, id: string) =>
    drive.core.write(caller, (tx) => {
      grants.removeGrant(tx, id);
      return { ok: true };
    }),
  setOffer: (drive: Parts, caller: CallerData, id: string, offered: boolean) =>
    drive.core.write(caller, (tx) => handovers.setOffer(tx, id, offered)),
  // A guest, in the owner's drive.
  declineOffer: (drive: Parts, access: Access): Result<{ ok: true }> => {
    if (!isOpen(drive)) return none();
    return drive.core.transact((tx) => {
      handovers.declineOffer(tx, access);
      return { ok: true } as const;
    });
  },
  guestAnswer: (drive: Parts, access: Access, answer: GrantAnswer): Result<grants.GrantFacts> =>
    isOpen(drive) ? drive.core.transact((tx) => grants.answerGrant(tx, access, answer)) : none(),
  guestList: (drive: Parts, access: Access, query: acts.GuestListQuery) =>
    read(drive, access, (sql, grant) => ({
      role: grant.role as GrantRole,
      nodeId: grant.node_id,
      ...acts.guestList(sql, grant, query),
    })),
  guestFile: (drive: Parts, access: Access, id: string) =>
    read(drive, access, (sql, grant) => ({
      role: grant.role as GrantRole,
      nodeId: grant.node_id,
      row: acts.guestFile(sql, grant, id),
    })),
  guestMakeFolder: (drive: Parts, access: Access, input: { parentId: string; name: string }, key: Key) =>
    write(drive, access, (tx, grant) => ({ nodeId: grant.node_id, row: acts.guestMakeFolder(tx, grant, input) }), key),
  guestRename: (drive: Parts, access: Access, id: string, name: string, key: Key) =>
    write(drive, access, (tx, grant) => ({ nodeId: grant.node_id, row: acts.guestRename(tx, grant, id, name) }), key),
  guestMove: (drive: Parts, access: Access, input: { ids: readonly string[]; to: string }, key: Key) =>
    change(drive, access, (tx, grant) => acts.guestMove(tx, grant, { ...input, trashUntilMs: tx.nowMs }), key),
  guestTrash: (drive: Parts, access: Access, ids: readonly string[], trashTtlMs: number, key: Key) =>
    change(drive, access, (tx, grant) => acts.guestTrash(tx, grant, ids, tx.nowMs + trashTtlMs), key),
  guestBegin: (drive: Parts, access: Access, order: files.GuestFileOrder) =>
    write(drive, access, (tx, grant) => files.beginGuestFile(tx, grant, order, drive.core.versionLimits())),
  guestSent: (drive: Parts, access: Access, fileKey: string) =>
    read(drive, access, (sql, grant) => ({ nodeId: grant.node_id, row: files.sentFile(sql, grant, fileKey) })),
  guestHolding: (drive: Parts, access: Access, fileKey: string, contentKey: string) =>
    read(drive, access, (sql, grant) => files.sentHolding(sql, grant, fileKey, contentKey)),
  guestComing: (drive: Parts, access: Access) => read(drive, access, files.comingRows),
  guestSession: (drive: Parts, access: Access, fileKey: string) =>
    read(drive, access, (sql, grant) => files.guestSession(sql, grant, fileKey)),
  guestUpload: (drive: Parts, access: Access, fileKey: string, isWhole: boolean) =>
    write(drive, access, (tx, grant) => files.guestUpload(tx, grant, fileKey, isWhole)),
  guestDrop: (drive: Parts, access: Access, fileKey: string) =>
    write(drive, access, (tx, grant) => {
      files.dropGuestFile(tx, grant, fileKey);
      return { ok: true };
    }),
  openGranted: (drive: Parts, claims: LinkClaims) => {
    if (!isOpen(drive)) return null;
    const found = drive.core.transact(({ sql }) => acts.grantedContent(sql, claims, drive.core.object.name));
    return found.ok ? found.value : null;
  },
  openGrantedPicture: (drive: Parts, picture: Parameters<typeof acts.grantedPicture>[1]) => {
    if (!isOpen(drive)) return null;
    const found = drive.core.transact(({ sql }) => acts.grantedPicture(sql, picture, drive.core.object.name));
    return found.ok ? found.value : null;
  },
  // Between the drives.
  finishHandover,
  forgetHandover: (drive: Parts, taskId: string): Result<null> => {
    if (!drive.core.object.exists()) return succeed(null);
    return drive.core.transact(({ sql }) => {
      handovers.forgetHandover(sql, taskId);
      return null;
    });
  },
  grantFacts: (drive: Parts, ids: readonly string[]): Result<grants.GrantFacts[]> =>
    hasOwner(drive) ? drive.core.transact(({ sql }) => grants.factsOf(sql, ids)) : succeed([]),
  forgetGuest: (drive: Parts, ids: readonly string[], userId: string): Result<null> => {
    if (!hasOwner(drive)) return succeed(null);
    return drive.core.transact((tx) => {
      grants.forgetGuest(tx, ids, userId);
      return null;
    });
  },
  recordGrants: (drive: Parts, ownerId: string, told: Parameters<typeof received.recordGrants>[2]) =>
    drive.core.transact((tx) => {
      received.recordGrants(tx, ownerId, told);
      return null;
    }),
  // The person whom something was shared with.
  receivedGrants: (drive: Parts, caller: CallerData) =>
    drive.core.read(caller, (sql) => ({
      grants: received.receivedGrants(sql),
      blocked: received.blockedInviters(sql),
    })),
  receivedGrant: (drive: Parts, caller: CallerData, id: string) =>
    drive.core.read(caller, (sql) => received.requireReceived(sql, id)),
  blockInviter: (drive: Parts, caller: CallerData, id: string) =>
    drive.core.write(caller, (tx) => {
      received.blockInviter(tx, id);
      return { ok: true };
    }),
  unblockInviter: (drive: Parts, caller: CallerData, ownerId: string) =>
    drive.core.write(caller, (tx) => {
      received.unblockInviter(tx, ownerId);
      return { ok: true };
    }),
};

export const grantsPart = {
  tables: {
    39: GRANT_TABLES,
    41: HANDOVER_TABLES,
    42: GRANT_LETTER_COLUMNS,
    52: GRANT_LANDED_COLUMN,
  },
  listener: { watchers: GUEST_WATCHERS },
  make({ steps }: { readonly steps: TaskSteps }) {
    steps.setHandovers({ grantsLeft: grants.grantsLeft, finish: landHandover });
    return {};
  },
  calls,
  alarm: ({ core }: Parts) => unwrap(core.transact(files.forgetSent)),
} satisfies DrivePart;
