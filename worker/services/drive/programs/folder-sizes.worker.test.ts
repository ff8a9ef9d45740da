/// <reference types="@cloudflare/vitest-plugin/types" />
/** Sizes of folders that are too large to be measured, alone or together. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import type { DriveObject } from '../drive.object.ts';
import { type FolderSizes, makeFolderSizes } from './folder-sizes.ts';
import { makeProgram, text } from './program-fixture.ts';

/** Folders of these names, in which so many copies of a node are, and looks at them. */
async function inFolders(
  counts: Readonly<Record<string, number>>,
  copied: string,
  check: (sql: SqlStorage, look: (sizes: FolderSizes, n?: number) => (number | undefined)[]) => void,
): Promise<void> {
  const program = makeProgram();
  for (const name of Object.keys(counts)) await program.mkcol(name);
  await program.put('f', text('four'));
  const { deps, caller } = program.person;
  const drive = deps.drives.getByName(caller.userId) as unknown as DurableObjectStub<DriveObject>;
  await runInDurableObject(drive, (_, { storage: { sql } }) => {
    const node = sql.exec<Record<string, SqlStorageValue>>('SELECT * FROM nodes WHERE name = ?', copied).one();
    const columns = Object.keys(node);
    const insert = `INSERT INTO nodes (${columns}) VALUES (${columns.map(() => '?')})`;
    const ids = Object.keys(counts).map((name) =>
      String(sql.exec('SELECT id FROM nodes WHERE name = ?', name).one()['id']),
    );
    for (const [at, count] of Object.values(counts).entries())
      for (let n = 0; n < count; n += 1) {
        const name = `${at} ${n}`;
        const more = { id: `V${at}-${n}`, parent_id: ids[at] ?? '', name, sort_key: name, name_key: name };
        sql.exec(insert, ...Object.values({ ...node, ...more }));
      }
    check(sql, (sizes, n = 1) => {
      const found = sizes.of(sql, ids, new Map(ids.map((id) => [id, { n, run: 1 }])));
      return ids.map((id) => found.get(id));
    });
  });
}

it('folders are measured until a look has measured enough, the others by the next look, and one that is too large by none', () =>
  inFolders({ a: 3_000, b: 3_000, large: 5_001 }, 'f', (sql, look) => {
    const sizes = makeFolderSizes();
    expect(look(sizes)).toEqual([12_000, undefined, undefined]);
    expect(look(sizes)).toEqual([12_000, 12_000, undefined]);
    expect(look(sizes)).toEqual([12_000, 12_000, undefined]);
    sql.exec("DELETE FROM nodes WHERE id = 'V0-0'");
    // Another tag: something below has changed.
    expect(look(sizes, 2)).toEqual([11_996, undefined, undefined]);
  }));

it('folders that are too large cost one look each, however many are in one folder', () =>
  inFolders({ large: 5_001, larger: 5_001, small: 0 }, 'small', (_, look) => {
    const sizes = makeFolderSizes();
    const nothing = [undefined, undefined, undefined];
    expect([look(sizes), look(sizes), look(sizes)]).toEqual([nothing, nothing, [undefined, undefined, 0]]);
  }));
