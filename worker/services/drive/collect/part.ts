/** The part of links that collect files. Calls of visitors act for the owner, and never make a drive. */

import { fail, type Result, succeed, unwrap } from '#shared/errors.ts';
import { type CallerData, isServed } from '#worker/platform/session-guard.ts';
import type { IdempotencyKey } from '#worker/platform/storage/answers.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import type { Changes } from '../jobs/changes.ts';
import type { UploadData, UploadHolding } from '../upload/rpc-types.ts';
import type { UploadSessions } from '../upload/sessions.ts';
import { announceArrivals, COLLECT_LETTER_COLUMNS, collectedFiles } from './arrivals.store.ts';
import { beginFile, collectedHolding, type FileOrder, fileState, receiptFiles, withdraw } from './files.store.ts';
import { linkOwner } from './link-owner.ts';
import * as links from './links.store.ts';
import { COLLECT_LANDED_COLUMN, COLLECT_TABLES, COLLECT_TOTAL_COLUMN } from './links.store.ts';
import {
  COLLECT_SENDER_COLUMNS,
  dropSent,
  type SentKey,
  type SentUpload,
  sentSession,
  sentUpload,
} from './parts.store.ts';
import {
  deleteReceipts,
  insertReceipts,
  SENT_RECEIPTS_TABLE,
  type SentReceipt,
  selectReceipts,
} from './sent-receipts.store.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
  readonly uploads: UploadSessions;
  readonly changes: Changes;
}

type Key = IdempotencyKey | null;

/** A visitor's call; a drive that is none, or whose person was blocked or closed the account, has no link. */
function visit<T>(drive: Parts, work: (owner: CallerData) => T): T | ReturnType<typeof fail> {
  const { object, sql } = drive.core;
  if (!object.exists() || !isServed(sql)) return fail('not_found', { reason: 'no_such_link' });
  return work(linkOwner(object.name));
}

const calls = {
  makeCollectLink: (drive: Parts, caller: CallerData, input: Parameters<typeof links.insertLink>[1], key: Key) =>
    drive.core.write(caller, (tx) => links.insertLink(tx, input), key),
  collectLinks: (drive: Parts, caller: CallerData, folderId: string) =>
    drive.core.read(caller, (sql, nowMs) => links.listLinks(sql, folderId, nowMs)),
  collectedFiles: (drive: Parts, caller: CallerData, id: string, pageToken: string) =>
    drive.core.read(caller, (sql) => collectedFiles(sql, id, pageToken)),
  changeCollectLink: (drive: Parts, caller: CallerData, id: string, terms: links.CollectTerms) =>
    drive.core.write(caller, (tx) => links.updateTerms(tx, id, terms)),
  closeCollectLink: (drive: Parts, caller: CallerData, id: string, isClosed: boolean) =>
    drive.core.write(caller, (tx) => links.setClosed(tx, id, isClosed)),
  deleteCollectLink: (drive: Parts, caller: CallerData, id: string) =>
    drive.core.write(caller, (tx) => {
      links.deleteLink(tx, id);
      return { ok: true };
    }),
  keepReceipts: (drive: Parts, caller: CallerData, receipts: readonly SentReceipt[]) =>
    drive.core.write(caller, (tx) => insertReceipts(tx, receipts)),
  sentReceipts: (drive: Parts, caller: CallerData, limit: number) =>
    drive.core.read(caller, (sql) => selectReceipts(sql, limit)),
  forgetReceipts: (drive: Parts, caller: CallerData, receipts: readonly SentReceipt[]) =>
    drive.core.write(caller, (tx) => deleteReceipts(tx, receipts)),
  collectLink: (drive: Parts, id: string): Result<links.CollectData> =>
    visit(drive, (owner) =>
      drive.core.read(owner, (sql, nowMs) => links.dataOf(sql, links.requireLinkRow(sql, id), nowMs)),
    ),
  beginCollected: (drive: Parts, order: FileOrder): Result<ReturnType<typeof beginFile>> =>
    visit(drive, (owner) => drive.core.write(owner, (tx) => beginFile(tx, order, drive.core.versionLimits()))),
  sentUpload: (drive: Parts, key: SentKey, isWhole: boolean): Result<SentUpload> =>
    visit(drive, (owner) => drive.core.write(owner, (tx) => sentUpload(tx, key, isWhole))),
  sentSession: (drive: Parts, key: SentKey): Result<UploadData> =>
    visit(drive, (owner) => drive.core.read(owner, (sql, nowMs) => sentSession(sql, key, nowMs))),
  dropSent: (drive: Parts, key: SentKey): Result<{ ok: true }> =>
    visit(drive, (owner) => drive.core.write(owner, (tx) => dropSent(tx, key))),
  collectedState: (drive: Parts, key: SentKey): Result<ReturnType<typeof fileState>> =>
    visit(drive, (owner) => drive.core.read(owner, (sql) => fileState(sql, key))),
  collectedHolding: (drive: Parts, key: SentKey, contentKey: string): Result<UploadHolding> =>
    visit(drive, (owner) => drive.core.read(owner, (sql) => collectedHolding(sql, key, contentKey))),
  collectReceipt: (drive: Parts, linkId: string, receipt: string): Result<ReturnType<typeof receiptFiles>> =>
    visit(drive, (owner) => drive.core.read(owner, (sql, nowMs) => receiptFiles(sql, linkId, receipt, nowMs))),
  async withdrawCollected(
    drive: Parts,
    input: { linkId: string; receipt: string; trashTtlMs: number },
  ): Promise<Result<{ ok: true }>> {
    const done = await visit(drive, (owner) => drive.changes.batch(owner, (tx) => withdraw(tx, input), null));
    return done.ok ? succeed({ ok: true }) : done;
  },
};

export const collectPart = {
  tables: {
    38: COLLECT_TABLES,
    40: COLLECT_LETTER_COLUMNS,
    51: COLLECT_LANDED_COLUMN,
    55: SENT_RECEIPTS_TABLE,
    57: COLLECT_SENDER_COLUMNS,
    59: COLLECT_TOTAL_COLUMN,
  },
  calls,
  alarm: ({ core }: Parts) => unwrap(core.transact(announceArrivals)),
} satisfies DrivePart;
