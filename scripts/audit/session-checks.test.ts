import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { ACCOUNT_MIGRATIONS } from '#worker/services/auth/account-parts.ts';
import type { Audited } from './finding.ts';
import { checkSessions } from './session-checks.ts';

const OUTBOX = 'CREATE TABLE _outbox (id TEXT PRIMARY KEY, event TEXT, payload TEXT, due_ms INTEGER);';
const NOW_MS = 1e12;

const session = (id: string, epoch: number, revokedMs: number | null, columns = ', epoch') =>
  `INSERT INTO families (family_id, device_id, client_id, generation, created_ms, rotated_ms, used_ms, revoked_ms${columns})
   VALUES ('${id}', '', 'cli', 1, 0, 0, 0, ${revokedMs}${columns && `, ${epoch}`});`;

const end = (familyId: string | null, minEpoch: number) =>
  `INSERT INTO _outbox VALUES ('1', 'auth.sessions-ended', '${JSON.stringify({ familyId, minEpoch })}', 0);`;

/** SQL alone makes them. */
const TABLES = ACCOUNT_MIGRATIONS.map(String);

function copyOf(className: string, migrations: readonly string[], statements: string) {
  const db = new DatabaseSync(':memory:');
  for (const each of [...migrations, statements]) db.exec(each);
  return { className, name: 'alice', file: '', db, alarmMs: null, scheduledMs: null };
}

/** An account of epoch 3, and a drive that may lag. */
function kindsOf(accountHas: string, driveHas: string, migrations = TABLES): string[] {
  const account = `${OUTBOX} INSERT INTO account (one, name, email, phone, avatar, password, status, premium, epoch, created_ms, password_ms)
    VALUES (1, 'alice', '', '', '', '', 'ACTIVE', 0, 3, 0, 0); ${accountHas}`;
  const drive = `CREATE TABLE guard (min_epoch INTEGER); CREATE TABLE revoked_families (family_id TEXT, until_ms INTEGER); ${driveHas}`;
  const objects = [copyOf('AccountObject', migrations, account), copyOf('DriveObject', [], drive)];
  const audited = { objects, nowMs: NOW_MS, running: false } as unknown as Audited;
  return checkSessions(audited).map(({ kind }) => kind);
}

const guard = (minEpoch: number) => `INSERT INTO guard VALUES (${minEpoch});`;
const refused = (id: string) => `INSERT INTO revoked_families VALUES ('${id}', ${NOW_MS});`;

it.each([
  ['refused by its id', session('one', 3, NOW_MS), guard(3) + refused('one'), []],
  ['refused by a higher epoch', session('one', 2, NOW_MS), guard(3), []],
  ['of the lowest valid epoch, and served', session('one', 3, NOW_MS), guard(3), ['ended-family-served']],
  [
    'served beside one that continues',
    session('one', 2, NOW_MS) + session('two', 3, null),
    guard(2),
    ['ended-family-served'],
  ],
  ['about which an event waits', session('one', 3, NOW_MS) + end('one', 3), guard(3), []],
  ['whose epoch an event raises', session('one', 2, NOW_MS) + end(null, 3), guard(1), []],
  ['with an event of too low an epoch', session('one', 3, NOW_MS) + end(null, 3), guard(1), ['ended-family-served']],
  ['that ended two days ago', session('one', 3, NOW_MS - 2 * 86_400_000), guard(3), []],
  ['that lives, and is refused', session('one', 3, null), guard(3) + refused('one'), ['living-family-refused']],
  ['that lives with tokens of an older epoch', session('one', 2, null), guard(3), ['session-of-another-epoch']],
])('the audit judges a session %s', (_session, accountHas, driveHas, kinds) => {
  expect(kindsOf(accountHas, driveHas)).toEqual(kinds);
});

const password = (id: string, more = '') =>
  `INSERT INTO app_passwords (id, hash, scope, folder_id, epoch, ends_ms${more && ', name, created_ms, used_ms, used_by, used_from'})
   VALUES ('${id}', 'h', 'read', '', 3, 0${more});`;
const inAccount = (id: string) => password(id, ", 'n', 0, 0, '', ''");
const APP_PASSWORDS =
  'CREATE TABLE app_passwords (id TEXT, hash TEXT, scope TEXT, folder_id TEXT, epoch INTEGER, ends_ms INTEGER);';
const pushed = "INSERT INTO _outbox VALUES ('1', 'auth.app-passwords-changed', '{}', 0);";

it.each([
  ['has the app password of the account', inAccount('one'), APP_PASSWORDS + password('one'), []],
  ['lacks an app password', inAccount('one'), APP_PASSWORDS, ['app-passwords-differ']],
  ['takes one that has ended', '', APP_PASSWORDS + password('one'), ['app-passwords-differ']],
  ['waits for the end of one', pushed, APP_PASSWORDS + password('one'), []],
  ['was not opened since an upgrade', '', '', []],
  [
    'is being erased',
    '',
    `${APP_PASSWORDS} CREATE TABLE closing (at_ms INTEGER); INSERT INTO closing VALUES (1);${password('one')}`,
    [],
  ],
])('the audit judges a drive that %s', (_drive, accountHas, driveHas, kinds) => {
  expect(kindsOf(accountHas, guard(3) + driveHas)).toEqual(kinds);
});

it('a session that ended before sessions had an epoch is judged by any epoch, and one that lived has that of the account', () => {
  const at = TABLES.findIndex((step) => step.includes('ALTER TABLE families ADD COLUMN epoch'));
  const older = TABLES.slice(0, at);
  const added = TABLES.slice(at).join('');
  const rows = session('one', 0, NOW_MS, '') + session('two', 0, null, '');
  expect(kindsOf(rows + added, guard(3), older)).toEqual([]);
  expect(kindsOf(rows + added, guard(0), older)).toEqual(['ended-family-served']);
});

const kindsOfDirectory = (event: string, payload: object) => {
  const shard = `${OUTBOX} CREATE TABLE identifiers (digest TEXT, user_id TEXT); INSERT INTO identifiers VALUES ('d', 'u');
      INSERT INTO _outbox VALUES ('1', '${event}', '${JSON.stringify(payload)}', 0);`;
  const audited = { objects: [copyOf('DirectoryObject', [], shard)], nowMs: NOW_MS, running: false };
  return checkSessions(audited as unknown as Audited).map(({ kind }) => kind);
};
const RESERVED = 'auth.identifier-reserved';

it('an identifier without an account is sound while the end of its reservation waits', () => {
  expect(kindsOfDirectory(RESERVED, { digest: 'd', userId: 'u' })).toEqual([]);
});

it.each([
  ['another id', RESERVED, { digest: 'd', userId: 'other' }],
  ['another identifier', RESERVED, { digest: 'other', userId: 'u' }],
  ['another event', 'auth.identifier-left', { digest: 'd', userId: 'u' }],
])('an identifier without an account is named where only an event of %s waits', (_of, event, payload) => {
  expect(kindsOfDirectory(event, payload)).toEqual(['identifier-without-account']);
});
