/** How much of a drive a search by conditions reads. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import type { ProgramContext } from './conditions.store.ts';
import type { Wanted } from './model.ts';
import { makeProgram, text } from './program-fixture.ts';
import { wantedRows } from './wanted.store.ts';

const FILES = 40;

it('a search reads each row once, not also its place in an index', async () => {
  const program = makeProgram();
  const folders = ['a', 'b', 'c', 'd'];
  for (const folder of folders) await program.mkcol(folder);
  for (let at = 0; at < FILES; at += 1) await program.put(`${folders[at % 4]}/f${at}.txt`, text(`${at}`));
  await program.put('a/picture.jpg', text('x'));
  const kind = (mime: string): Wanted => ({ kind: 'text', field: 'mime', at: 'begin', text: mime });
  await runInDurableObject(program.person.stub, (_, { storage }) => {
    const readBy = (wanted: Wanted) => {
      const cursors: { readonly rowsRead: number }[] = [];
      const sql = {
        exec(query: string, ...values: unknown[]) {
          const cursor = storage.sql.exec(query, ...values);
          cursors.push(cursor);
          return cursor;
        },
      };
      const order = { folders: [[]], wanted, by: 'modified', isDescending: true, rows: 100 } as const;
      const found = wantedRows({ sql, rootId: '' } as unknown as ProgramContext, order, () => undefined);
      return { names: found.map(({ name }) => name), rows: cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0) };
    };
    const [pictures, sounds] = [readBy(kind('image/')), readBy(kind('audio/'))];
    expect([pictures.names, sounds.names]).toEqual([['picture.jpg'], []]);
    // With the index of folders it would be two for each file.
    expect(sounds.rows).toBeLessThan(FILES * 1.4);
  });
});
