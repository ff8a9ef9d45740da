/**
 * Brings the copy of an object to the tables of this version, as the object itself does at its next call: an object that was not called
 * since an upgrade has older ones. Changes copies only.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Migrations } from '#worker/platform/storage/migrations.ts';
import { ACCOUNT_MIGRATIONS } from '#worker/services/auth/account-parts.ts';
import { DIRECTORY_MIGRATIONS } from '#worker/services/auth/directory/store.ts';
import { DRIVE_MIGRATIONS } from '#worker/services/drive/drive-parts.ts';
import { MEMBER_MIGRATIONS } from '#worker/services/membership/member-parts.ts';
import { SHARE_BOOK_MIGRATIONS } from '#worker/services/share/registry/share-book.migrations.ts';
import { SHARE_MIGRATIONS } from '#worker/services/share/state/share.migrations.ts';

/** Classes whose checks read columns that are newer than the first version. */
export const MIGRATIONS: Readonly<Record<string, Migrations>> = {
  AccountObject: ACCOUNT_MIGRATIONS,
  DirectoryObject: DIRECTORY_MIGRATIONS,
  DriveObject: DRIVE_MIGRATIONS,
  MemberObject: MEMBER_MIGRATIONS,
  ShareBookObject: SHARE_BOOK_MIGRATIONS,
  ShareObject: SHARE_MIGRATIONS,
};

type MigrationStorage = Parameters<Exclude<Migrations[number], string>>[0];

/** As much of the storage of an object as a migration uses. */
function storageOf(db: DatabaseSync): MigrationStorage {
  const exec = (sql: string, ...values: SQLInputValue[]) => {
    const rows = db.prepare(sql).all(...values);
    return { toArray: () => rows, one: () => rows[0], [Symbol.iterator]: () => rows.values() };
  };
  return { exec } as unknown as MigrationStorage;
}

/** @param version  of the tables in the copy. @param upTo  for tests: an older version */
export function migrateCopy(db: DatabaseSync, className: string, version: number, upTo?: number): void {
  const later = MIGRATIONS[className]?.slice(version, upTo) ?? [];
  if (later.length === 0) return;
  db.exec('BEGIN');
  for (const migration of later)
    if (typeof migration === 'string') db.exec(migration);
    else migration(storageOf(db));
  db.prepare('UPDATE _self SET version = ?').run(version + later.length);
  db.exec('COMMIT');
}
