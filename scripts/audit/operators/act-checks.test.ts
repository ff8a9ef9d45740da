import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { type ChainedAct, hashOfAct } from '#worker/services/config/act-chain.ts';
import { CONFIG_MIGRATIONS } from '#worker/services/config/config.migrations.ts';
import type { Audited } from '../finding.ts';
import { checkActs } from './act-checks.ts';

/** A log of three acts with its chain. */
function logOf() {
  const db = new DatabaseSync(':memory:');
  for (const statements of CONFIG_MIGRATIONS) db.exec(statements);
  let hash = '';
  for (const note of ['one', 'two', 'three']) {
    db.prepare(
      "INSERT INTO acts (at_ms, by, act, name, before_version, after_version, note) VALUES (1, '{}', 'x', 'people', 0, 0, ?)",
    ).run(note);
    const act = db.prepare('SELECT * FROM acts ORDER BY seq DESC LIMIT 1').get() as unknown as ChainedAct;
    hash = hashOfAct(hash, act);
    db.prepare('INSERT INTO act_chain (seq, hash) VALUES (?, ?)').run(act.seq, hash);
  }
  for (const name of ['acts_stay', 'acts_keep', 'chain_stays', 'chain_keeps']) db.exec(`DROP TRIGGER ${name}`);
  const findings = () =>
    checkActs({ objects: [{ className: 'ConfigObject', name: 'documents', db }] } as unknown as Audited).map(
      ({ kind, ids }) => [kind, ...ids],
    );
  return { db, findings };
}

test('a chain that is gone is found, but for an object of the version before it', () => {
  const { db, findings } = logOf();
  db.exec('CREATE TABLE _self (version INTEGER NOT NULL); INSERT INTO _self VALUES (2); DROP TABLE act_chain');
  expect(findings()).toEqual([['log-changed', 'act_chain']]);
  db.exec('UPDATE _self SET version = 1');
  expect(findings()).toEqual([]);
});

test('a log as it was written has no finding', () => {
  expect(logOf().findings()).toEqual([]);
});

test.each([
  ['changed', "UPDATE acts SET note = 'other' WHERE seq = 2", '2'],
  ['given another actor', 'UPDATE acts SET by = \'{"id":"x"}\' WHERE seq = 1', '1'],
  ['deleted from the middle', 'DELETE FROM acts WHERE seq = 2', '3'],
  ['deleted at the end', 'DELETE FROM acts WHERE seq = 3', '3'],
  ['deleted with its hash', 'DELETE FROM acts WHERE seq = 2; DELETE FROM act_chain WHERE seq = 2', '3'],
  ['added past the chain', 'INSERT INTO acts SELECT 4, at_ms, by, act, name, 0, 0, note FROM acts WHERE seq = 1', '4'],
])('an act that was %s is found by its number', (_what, statements, seq) => {
  const { db, findings } = logOf();
  db.exec(statements);
  expect(findings()).toEqual([['log-changed', seq]]);
});
