/** RPC methods of DriveObject about links that collect files. Those of visitors act for the owner, and never make a drive. */
import { fail, type Result, succeed } from '#shared/errors.ts';
import { type CallerData, isServed } from '#worker/platform/session-guard.ts';
import type { IdempotencyKey } from '#worker/platform/storage/answers.ts';
import type { DriveParts } from '../drive-parts.ts';
import type { UploadHolding } from '../upload/rpc-types.ts';
import { collectedFiles } from './arrivals.store.ts';
import { beginFile, collectedHolding, type FileOrder, fileState, receiptFiles, withdraw } from './files.store.ts';
import { linkOwner } from './link-owner.ts';
import * as links from './links.store.ts';
import { type SentKey, type SentUpload, sentUpload } from './parts.store.ts';

type Key = IdempotencyKey | null;

/** A visitor's call; a drive that is none, or whose person was blocked or closed the account, has no link. */
function visit<T>(drive: DriveParts, work: (owner: CallerData) => T): T | ReturnType<typeof fail> {
  const { object, sql } = drive.core;
  if (!object.exists() || !isServed(sql)) return fail('not_found', { reason: 'no_such_link' });
  return work(linkOwner(object.name));
}

export const collectMethods = {
  makeCollectLink: (drive: DriveParts, caller: CallerData, input: Parameters<typeof links.insertLink>[1], key: Key) =>
    drive.core.write(caller, (tx) => links.insertLink(tx, input), key),
  collectLinks: (drive: DriveParts, caller: CallerData, folderId: string) =>
    drive.core.read(caller, (sql, nowMs) => links.listLinks(sql, folderId, nowMs)),
  collectedFiles: (drive: DriveParts, caller: CallerData, id: string, pageToken: string) =>
    drive.core.read(caller, (sql) => collectedFiles(sql, id, pageToken)),
  changeCollectLink: (drive: DriveParts, caller: CallerData, id: string, terms: links.CollectTerms) =>
    drive.core.write(caller, (tx) => links.updateTerms(tx, id, terms)),
  closeCollectLink: (drive: DriveParts, caller: CallerData, id: string, isClosed: boolean) =>
    drive.core.write(caller, (tx) => links.setClosed(tx, id, isClosed)),
  deleteCollectLink: (drive: DriveParts, caller: CallerData, id: string) =>
    drive.core.write(caller, (tx) => {
      links.deleteLink(tx, id);
      return { ok: true };
    }),
  collectLink: (drive: DriveParts, id: string): Result<links.CollectData> =>
    visit(drive, (owner) =>
      drive.core.read(owner, (sql, nowMs) => links.dataOf(sql, links.requireLinkRow(sql, id), nowMs)),
    ),
  beginCollected: (drive: DriveParts, order: FileOrder): Result<ReturnType<typeof beginFile>> =>
    visit(drive, (owner) => drive.core.write(owner, (tx) => beginFile(tx, order, drive.core.versionLimits()))),
  sentUpload: (drive: DriveParts, key: SentKey): Result<SentUpload> =>
    visit(drive, (owner) => drive.core.write(owner, (tx) => sentUpload(tx, key))),
  collectedState: (drive: DriveParts, key: SentKey): Result<ReturnType<typeof fileState>> =>
    visit(drive, (owner) => drive.core.read(owner, (sql) => fileState(sql, key))),
  collectedHolding: (drive: DriveParts, key: SentKey, contentKey: string): Result<UploadHolding> =>
    visit(drive, (owner) => drive.core.read(owner, (sql) => collectedHolding(sql, key, contentKey))),
  collectReceipt: (drive: DriveParts, linkId: string, receipt: string): Result<ReturnType<typeof receiptFiles>> =>
    visit(drive, (owner) => drive.core.read(owner, (sql, nowMs) => receiptFiles(sql, linkId, receipt, nowMs))),
  async withdrawCollected(
    drive: DriveParts,
    input: { linkId: string; receipt: string; trashTtlMs: number },
  ): Promise<Result<{ ok: true }>> {
    const done = await visit(drive, (owner) => drive.changes.batch(owner, (tx) => withdraw(tx, input), null));
    return done.ok ? succeed({ ok: true }) : done;
  },
};
