import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { DIRECTORY_MIGRATIONS } from '#worker/services/auth/directory/store.ts';
import { CONFIG_MIGRATIONS } from '#worker/services/config/config.migrations.ts';
import type { Audited } from '../finding.ts';
import { checkGivenLinks } from './link-checks.ts';

/** A state with one link in the list, and these acts in the log. */
function found(
  link: { by?: string; userId?: string; withdrawnMs?: number; reason?: string },
  acts: readonly [string, string][],
) {
  const [directory, log] = [new DatabaseSync(':memory:'), new DatabaseSync(':memory:')];
  for (const statements of DIRECTORY_MIGRATIONS) directory.exec(statements);
  for (const statements of CONFIG_MIGRATIONS) log.exec(statements);
  const { by = 'olga', userId = '', withdrawnMs = 0, reason = 'r' } = link;
  directory
    .prepare("INSERT INTO given_links VALUES (1, 'a1', 'p', 'd', 'd***a@example.com', ?, ?, '', 'page', ?, 1, 2, ?)")
    .run(userId, by, reason, withdrawnMs);
  for (const [act, note] of acts)
    log
      .prepare(
        "INSERT INTO acts (at_ms, by, act, name, before_version, after_version, note) VALUES (1, '{}', ?, 'people', 0, 0, ?)",
      )
      .run(act, note);
  const objects = [
    { className: 'ConfigObject', name: 'documents', db: log },
    { className: 'DirectoryObject', name: 'given-links', db: directory },
  ];
  return checkGivenLinks({ objects } as unknown as Audited).map(({ kind, ids }) => [kind, ...ids]);
}

const MISSING = [['link-not-in-log', 'a1']];

test('a link of the list that the log does not have is found', () => {
  expect(found({}, [['person_invited', 'd***a@example.com: asked']])).toEqual([]);
  expect(found({}, [['person_invited', 'x***y@example.com: asked']])).toEqual(MISSING);
  expect(found({ userId: 'V1' }, [['person_invited', 'd***a@example.com: asked']])).toEqual(MISSING);
  expect(found({ userId: 'V1' }, [['person_reset_link', 'V1: d***a@example.com: asked']])).toEqual([]);
  expect(found({ by: 'first' }, [])).toEqual([]);
});

test('a link of a list is in the log with its list', () => {
  const list = `list ${'0a'.repeat(16)}: `;
  const reason = `${list}a new class`;
  expect(found({ reason }, [['people_invited', `${list}2 of 3 lines: a new class`]])).toEqual([]);
  expect(found({ reason }, [['people_invited', `list ${'0b'.repeat(16)}: 2 of 3 lines: a new class`]])).toEqual(
    MISSING,
  );
});

test('a withdrawal that the log does not have is found', () => {
  const given: [string, string] = ['person_invited', 'd***a@example.com: asked'];
  expect(found({ withdrawnMs: 2 }, [given])).toEqual(MISSING);
  expect(found({ withdrawnMs: 2 }, [given, ['person_link_withdrawn', 'd***a@example.com: wrong']])).toEqual([]);
});
