import { runInDurableObject } from 'cloudflare:test';
import { expect } from 'vitest';
import { bytesOf, personTest as it, refusalOf, rows } from '../upload/upload-fixture.ts';
import { zipOwn } from './make-zip.ts';
import { entriesOf, fileIn, folderIn } from './tree-fixture.ts';
import { measureZipPage, readZipPage, Walk, type ZipScope } from './walk.store.ts';

/** Where the walk is after so many entries. */
function pageAfter(sql: SqlStorage, scope: ZipScope, entries: number): string {
  const walk = new Walk(sql, scope, '', entries, false);
  walk.run();
  return walk.cursor();
}

it('names of the entries of a zip file gives names that every system accepts, each once in its folder', async ({
  person,
}) => {
  const outer = await folderIn(person, 'nul');
  for (const name of ['a:b.txt', 'a?b.txt', 'a_b.txt', 'CON', 'end.', 'end', 'x\u202etxt.exe'])
    await fileIn(person, name, bytesOf(10), outer);
  for (const name of ['Twin', 'Twin', 'Twin ', 'C:x', 'C_x']) await folderIn(person, name, outer);
  const { bytes } = await person.fetchContent((await zipOwn(person.deps, person.caller, [])).url);
  const paths = entriesOf(bytes).map(({ path }) => path);
  expect(paths.toSorted()).toEqual(
    [
      '',
      'a_b.txt',
      'a_b(1).txt',
      'a_b(2).txt',
      '_CON',
      'end',
      'end(1)',
      'x_txt.exe',
      'Twin/',
      'Twin(1)/',
      'Twin(2)/',
      'C_x/',
      'C_x(1)/',
    ]
      .map((name) => `_nul/${name}`)
      .sort(),
  );
});

it('marks changed names where hundreds become one, and reads their folder once for a page', async ({ person }) => {
  const outer = await folderIn(person, 'Outer');
  await folderIn(person, 'a:b', outer);
  const found = await runInDurableObject(person.stub, (_, { storage: { sql } }) => {
    const [twin] = sql.exec("SELECT * FROM nodes WHERE name = 'a:b'").toArray();
    const columns = Object.keys(twin ?? {}).filter((name) => name !== 'id');
    for (let number = 1; number < 1_500; number += 1)
      sql.exec(
        `INSERT INTO nodes (id, ${columns.join(', ')}) SELECT ?, ${columns.join(', ')} FROM nodes WHERE name = 'a:b' LIMIT 1`,
        `Wmany${String(number).padStart(4, '0')}`,
      );
    let scans = 0;
    const counting = {
      exec: (...call: Parameters<SqlStorage['exec']>) => {
        if (call[0].includes('LIMIT 20001')) scans += 1;
        return sql.exec(...call);
      },
    } as SqlStorage;
    const scope = { ids: [outer], shareRoots: null };
    const first = measureZipPage(counting, scope, '', 0);
    const second = measureZipPage(counting, scope, first.next ?? '', first.page.localBytes);
    const paths = [first.page, second.page].flatMap((page) => readZipPage(sql, scope, page).map(({ path }) => path));
    return { scans, paths: paths.length, different: new Set(paths).size, held: first.next?.length ?? 0 };
  });
  expect([found.scans, found.paths, found.different]).toEqual([2, 1_501, 1_501]);
  expect(found.held).toBeLessThan(500);
});

it('breaks off when a folder above the one that is read was renamed or moved', async ({ person }) => {
  const outer = await folderIn(person, 'Outer');
  const middle = await folderIn(person, 'Middle', outer);
  const inner = await folderIn(person, 'Inner', middle);
  await folderIn(person, 'Leaf', inner);
  const other = await folderIn(person, 'Other', outer);
  const scope = { ids: [outer], shareRoots: null };
  const read = (work: (sql: SqlStorage, cursor: string) => unknown): Promise<string> =>
    runInDurableObject(person.stub, (_, { storage: { sql } }) => {
      // After Outer, Middle and Inner.
      const cursor = pageAfter(sql, scope, 3);
      try {
        work(sql, cursor);
        const { page } = measureZipPage(sql, scope, cursor, 0);
        return `${page.entries}`;
      } catch (error) {
        return (error as Error).message;
      }
    });
  expect(await read(() => undefined)).toBe('2');
  expect(await read((sql) => sql.exec("UPDATE nodes SET name = 'Renamed' WHERE id = ?", middle))).toBe(
    'failed_precondition',
  );
  expect(await read((sql) => sql.exec('UPDATE nodes SET parent_id = ? WHERE id = ?', other, inner))).toBe(
    'failed_precondition',
  );
});

it('names of the entries of a zip file never writes an entry whose content is not known', async ({ person }) => {
  const id = await fileIn(person, 'a.txt', bytesOf(10));
  await rows(person, 'PRAGMA foreign_keys = OFF');
  await rows(person, `UPDATE nodes SET content_key = 'lost' WHERE id = '${id}'`);
  expect(await refusalOf(zipOwn(person.deps, person.caller, [id]))).toBe('data_loss/content_missing');
});

it('names of the entries of a zip file keeps apart folders of one name in one place', async ({ person }) => {
  const outer = await folderIn(person, 'Outer');
  for (let number = 0; number < 2; number += 1)
    await fileIn(person, 'note.txt', bytesOf(10, number), await folderIn(person, 'Twin', outer));
  await folderIn(person, 'Twin(1)', outer);
  const { bytes } = await person.fetchContent((await zipOwn(person.deps, person.caller, [outer])).url);
  const paths = entriesOf(bytes).map(({ path }) => path);
  expect(paths.toSorted()).toEqual([
    'Outer/',
    'Outer/Twin(1)/',
    'Outer/Twin(2)/',
    'Outer/Twin(2)/note.txt',
    'Outer/Twin/',
    'Outer/Twin/note.txt',
  ]);
});

it('names a thousand folders of one name with few statements for each', async ({ person }) => {
  const outer = await folderIn(person, 'Outer');
  await folderIn(person, 'Twin', outer);
  const statements = await runInDurableObject(person.stub, (_, { storage: { sql } }) => {
    const [twin] = sql.exec("SELECT * FROM nodes WHERE name = 'Twin'").toArray();
    const columns = Object.keys(twin ?? {}).filter((name) => name !== 'id');
    for (let number = 1; number < 1_000; number += 1)
      sql.exec(
        `INSERT INTO nodes (id, ${columns.join(', ')}) SELECT ?, ${columns.join(', ')} FROM nodes WHERE name = 'Twin' LIMIT 1`,
        `Wtwin${String(number).padStart(4, '0')}`,
      );
    let count = 0;
    const counting = {
      exec: (...call: Parameters<SqlStorage['exec']>) => {
        count += 1;
        return sql.exec(...call);
      },
    } as SqlStorage;
    const scope = { ids: [outer], shareRoots: null };
    const { page } = measureZipPage(counting, scope, '', 0);
    const paths = new Set(readZipPage(sql, scope, page).map(({ path }) => path));
    return { count, entries: page.entries, paths: paths.size };
  });
  expect([statements.entries, statements.paths]).toEqual([1_000, 1_000]);
  expect(statements.count).toBeLessThan(6_000);
});
