/** A state folder records its format, so that an older program refuses a newer one. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isNode, nameOf, readSource, walk } from '#scripts/check/source.ts';
import {
  MIGRATIONS_AT_LAST_FORMAT,
  STATE_FORMAT,
  STATEMENTS_AT_FORMAT,
} from '#worker/platform/storage/state-format.ts';
import { ACCOUNT_MIGRATIONS } from '#worker/services/auth/account-parts.ts';
import { DRIVE_MIGRATIONS } from '#worker/services/drive/drive-parts.ts';
import { MEMBER_MIGRATIONS } from '#worker/services/membership/member-parts.ts';
import { DESK_MIGRATIONS } from '#worker/services/ops/desk-parts.ts';

const WORKER = path.resolve(import.meta.dirname, '../../worker');

const FILES = readdirSync(WORKER, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.includes('test') && !name.includes('fixture'),
);

function statementsIn(file: string): number {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/\b(?:CREATE TABLE|ALTER TABLE)\b/g)].length;
}

/** Entries of the lists of migrations in a file: an object and a database hold how many they have had. */
function migrationsIn(file: string): number {
  let entries = 0;
  walk(readSource(file, readFileSync(file, 'utf8')).program, (node) => {
    if (node.type !== 'VariableDeclarator' || !/MIGRATIONS$/.test(nameOf(node['id']))) return;
    const list = node['init'];
    if (isNode(list) && list.type === 'ArrayExpression') entries += (list['elements'] as unknown[]).length;
  });
  return entries;
}

it('a change of stored tables raises the format of the state folder', () => {
  const statements = FILES.reduce((sum, name) => sum + statementsIn(path.join(WORKER, name)), 0);
  expect(statements).toBe(STATEMENTS_AT_FORMAT[STATE_FORMAT]);
});

it('every migration raises the format: an older version does not open what it has changed', () => {
  const inParts = [DRIVE_MIGRATIONS, ACCOUNT_MIGRATIONS, MEMBER_MIGRATIONS, DESK_MIGRATIONS].flat().length;
  const migrations = FILES.reduce((sum, name) => sum + migrationsIn(path.join(WORKER, name)), inParts);
  expect({ format: STATE_FORMAT, migrations }).toEqual(MIGRATIONS_AT_LAST_FORMAT);
});
