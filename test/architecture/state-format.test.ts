/** A state folder records its format, so that an older program refuses a newer one. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { STATE_FORMAT, STATEMENTS_AT_FORMAT } from '#worker/platform/storage/state-format.ts';

const WORKER = path.resolve(import.meta.dirname, '../../worker');

function statementsIn(file: string): number {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/\b(?:CREATE TABLE|ALTER TABLE)\b/g)].length;
}

it('a change of stored tables raises the format of the state folder', () => {
  const files = readdirSync(WORKER, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.includes('test') && !name.includes('fixture'),
  );
  const statements = files.reduce((sum, name) => sum + statementsIn(path.join(WORKER, name)), 0);
  expect(statements).toBe(STATEMENTS_AT_FORMAT[STATE_FORMAT]);
});
