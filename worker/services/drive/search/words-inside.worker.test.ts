import { env as bound, runInDurableObject } from 'cloudflare:test';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { parseQuery } from '#shared/find/query.ts';
import { tokensOf } from '#shared/find/tokens.ts';
import type { Env } from '#worker/env.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { makeTextReader, PERSON_HEADER } from '#worker/platform/texts/reader.ts';
import type { DriveTx } from '../core/tx.ts';
import { DriveObject } from '../drive.object.ts';
import { keyOf, makeDrive, txOf } from '../drive-fixture.ts';
import { ALL_NODES } from '../tree/search/search.store.ts';
import { makeUploader, rows, type Uploader } from '../upload/upload-fixture.ts';
import { switchWordsInside, wordsInside } from '../words/choice.ts';
import { wordHits } from '../words/hits.store.ts';
import { runWords } from '../words/run.ts';
import { endSlice, isBehind, leaseWords, nextSlice, storeWords, wordState } from '../words/words.store.ts';
import { search } from './search.ts';

const env = bound as unknown as Env;
const text = (content: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(content).slice();

function docx(paragraphs: readonly string[]): Uint8Array<ArrayBuffer> {
  const body = paragraphs.map((each) => `<w:p><w:r><w:t>${each}</w:t></w:r></w:p>`).join('');
  return zipSync({ 'word/document.xml': strToU8(`<w:document>${body}</w:document>`) }).slice();
}

const sweep = (person: Uploader): Promise<void> =>
  runWords({ ...person.deps, texts: makeTextReader(env.CODEC) }, person.caller.userId);

async function inside(person: Uploader, q: string): Promise<(readonly [name: string, line: string])[]> {
  const asked = { text: q, kinds: [], limit: 50, pageToken: '', timeZone: 'UTC', inside: 'only' } as const;
  const { inside: files = [] } = await search(person.deps, person.caller, asked);
  return files.map(({ name, line }) => [name, line] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

test('words inside files are found in any script, with their line, while the file is in place', async () => {
  const person = makeUploader();
  const { file } = await person.upload(text('Первая строка\r\nДоговор аренды дома №7\nконец'), { name: 'a.txt' });
  await person.upload(docx(['国際会議の予定', 'Договоры и счета']), { name: '議事.docx' });
  await person.upload(text('<p>会社の<b>議</b>題</p>'), { name: 'b.html' });
  await person.upload(text('договор'), { name: 'c.bin' });
  await sweep(person);
  expect(await inside(person, 'договор')).toEqual([
    ['a.txt', 'Договор аренды дома №7'],
    ['議事.docx', 'Договоры и счета'],
  ]);
  expect(await inside(person, '会議')).toEqual([['議事.docx', '国際会議の予定']]);
  expect(await inside(person, '議')).toEqual([
    ['b.html', '会社の議題'],
    ['議事.docx', '国際会議の予定'],
  ]);
  expect(await inside(person, 'дома "договор аренды" type:txt')).toEqual([['a.txt', 'Договор аренды дома №7']]);
  expect(await inside(person, '"аренды договор"')).toEqual([]);
  expect(await inside(person, 'договор type:image')).toEqual([]);

  // From this transaction on: the index is not asked to change.
  unwrap(await person.stub.trash(callerData(person.caller), { ids: [file.id], trashTtlMs: 1_000_000 }, null));
  expect(await inside(person, 'аренды')).toEqual([]);
  expect(await rows(person, 'SELECT count(*) AS n FROM word_files')).toEqual([{ n: 3 }]);
  await sweep(person);
  expect(await rows(person, 'SELECT count(*) AS n FROM word_files')).toEqual([{ n: 2 }]);
  expect(await rows(person, "SELECT count(*) AS n FROM words WHERE words MATCH 'аренды'")).toEqual([{ n: 0 }]);
});

test('a sweep reads a content once, and again what was replaced; an index by other rules or without rows is made anew', async () => {
  const person = makeUploader();
  await person.upload(text('alpha'), { name: 'a.txt' });
  await person.upload(new Uint8Array([1, 0, 2, 0, 0, 3, 0]), { name: 'b.txt' });
  await sweep(person);
  const listed = () => rows<{ n: number; bytes: number }>(person, 'SELECT n, bytes FROM word_files ORDER BY n');
  const first = await listed();
  await sweep(person);
  expect(await listed()).toEqual(first);
  for (const change of ['UPDATE word_state SET version = 0', "INSERT INTO words (words) VALUES ('delete-all')"]) {
    await runInDurableObject(person.stub, (_object, state) => state.storage.sql.exec(change));
    expect(await rows(person, 'SELECT place FROM word_state')).toEqual([{ place: null }]);
    await sweep(person);
    expect(await inside(person, 'alph')).toEqual([['a.txt', 'alpha']]);
  }
  expect((await rows<{ bytes: number }>(person, 'SELECT bytes FROM word_state'))[0]?.bytes).toBe(5);
});

test('a reader that does not answer leaves lines out, not files', async () => {
  const person = makeUploader();
  for (const name of ['a.txt', 'b.txt']) await person.upload(text(`thread ${name}`), { name });
  await sweep(person);
  const people: (string | null)[] = [];
  const texts = makeTextReader({
    fetch: (_address, init) => {
      people.push(new Headers(init?.headers).get(PERSON_HEADER));
      const { promise, reject } = Promise.withResolvers<Response>();
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      return promise;
    },
  });
  const silent = { ...person, deps: { ...person.deps, texts } };
  expect(await inside(silent, 'thread')).toEqual([
    ['a.txt', ''],
    ['b.txt', ''],
  ]);
  expect(people).toEqual([person.caller.userId]);
});

test('of one person two searches inside files go on together', async () => {
  const person = makeUploader();
  await person.upload(text('together'), { name: 'a.txt' });
  await sweep(person);
  const asked = await Promise.allSettled([1, 2, 3].map(() => inside(person, 'together')));
  expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(await inside(person, 'together')).toHaveLength(1);
});

test('a file that cannot be read is left out at the second time, with those before it stored', async () => {
  const person = makeUploader();
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await person.upload(text(`needle ${name}`), { name });
  const keys = await rows<{ key: string }>(
    person,
    "SELECT manifest ->> '$.parts[0].key' AS key FROM contents JOIN nodes USING (content_key) ORDER BY nodes.id",
  );
  const blobs = {
    ...person.deps.blobs,
    get: (key: string, start: number, end: number) =>
      key === keys[1]?.key ? Promise.reject(new Error('disk answered 500')) : person.deps.blobs.get(key, start, end),
  };
  const run = () => runWords({ ...person.deps, blobs, texts: makeTextReader(env.CODEC) }, person.caller.userId);
  await expect(run()).rejects.toThrow();
  expect(await inside(person, 'needle')).toHaveLength(1);
  await run();
  expect(await inside(person, 'needle')).toHaveLength(2);
  expect(await rows(person, 'SELECT place FROM word_state')).toEqual([{ place: null }]);
});

test('a slice that another run has ended stays ended, and a run that was cut at its beginning is repeated', async () => {
  const drive = makeDrive();
  await drive.files([{ name: 'a.txt' }]);
  await drive.inside((_, sql) => {
    leaseWords(sql, 1);
    const first = nextSlice(txOf(sql, 1));
    expect(isBehind(sql, wordState(sql))).toBe(true);
    expect(nextSlice(txOf(sql, 1))).toEqual(first);
    endSlice(txOf(sql, 1), first);
    // Words have their space by that of the files.
    sql.exec('UPDATE word_state SET bytes = 9 << 20');
    expect(nextSlice(txOf(sql, 1))).toMatchObject({ files: [], place: null });
    sql.exec('UPDATE space SET usage_bytes = 1 << 20');
    const second = nextSlice(txOf(sql, 1));
    expect(second.files).toHaveLength(1);
    endSlice(txOf(sql, 1), first);
    expect(nextSlice(txOf(sql, 1))).toEqual(second);
    expect(second.place).toBe(null);
    endSlice(txOf(sql, 9), second);
    expect(wordState(sql)).toMatchObject({ place: null, ended_ms: 9 });
  });
});

test('the alarm starts a run where the installation has it, and forgets the index where it has not', async () => {
  const person = makeUploader();
  await person.upload(text('needle'), { name: 'a.txt' });
  await runInDurableObject(person.stub, async (_object, state) => {
    const drive = new DriveObject(state, { ...env, WORDS_INSIDE: 'on' } as never);
    await drive.alarm();
  });
  await expect.poll(() => inside(person, 'needle')).toEqual([['a.txt', 'needle']]);
  await expect.poll(() => rows(person, 'SELECT place FROM word_state')).toEqual([{ place: null }]);
  // Another process opens the drive, which nothing has changed since.
  await runInDurableObject(person.stub, async (_object, state) => {
    state.storage.sql.exec("INSERT INTO lease_process (name) VALUES ('former')");
    await state.storage.deleteAlarm();
    new DriveObject(state, { ...env, PROCESS_NAME: 'new', WORDS_INSIDE: 'off' } as never);
    expect(await state.storage.getAlarm()).toBeLessThanOrEqual(Date.now());
  });
  await runAlarm(person.stub);
  expect(await inside(person, 'needle')).toEqual([]);
  expect(await rows(person, 'SELECT 1 FROM word_state')).toEqual([]);
});

test('a search looks at few rows of the index at a time, and compares the order of tokens in a bounded number of files', async () => {
  const drive = makeDrive();
  const files = Array.from({ length: 700 }, (_, at) => ({ name: `${at}.txt` }));
  const ids = await drive.files(files);
  await drive.inside((_, sql) => {
    const tx = txOf(sql, 1);
    leaseWords(sql, 1);
    const tokens = Array.from({ length: 64 }, (_each, at) => `w${at}`);
    storeWords(
      tx,
      ids.map((id, at) => ({
        id,
        contentKey: keyOf('a'),
        tokens: (at === 0 ? tokens : tokens.toReversed()).join(' '),
      })),
    );
    const asked: { readonly query: string; readonly found: number }[] = [];
    const exec = (query: string, ...values: SqlStorageValue[]) => {
      const all = sql.exec(query, ...values).toArray();
      if (query.includes('MATCH')) asked.push({ query, found: all.length });
      return { toArray: () => all, [Symbol.iterator]: () => all.values() };
    };
    const look = (text: string) => {
      asked.length = 0;
      let charged = 0;
      const query = { terms: parseQuery(text).terms, narrowing: ALL_NODES, kinds: [], rows: 20 };
      const hits = wordHits({ exec } as unknown as SqlStorage, query, (rows) => {
        charged += rows;
      });
      return { names: hits.map(({ row }) => row.name), charged };
    };
    expect(look('"w0 w1"').names).toEqual(['0.txt']);
    expect(look('w1 w2').names).toHaveLength(20);
    expect(asked.map(({ found }) => found)).toEqual([60]);
    const { names, charged } = look(`"${tokens.join(' ')}"`);
    expect(names).toEqual([]);
    expect(asked.filter(({ query }) => query.includes('rowid = ')).length).toBe(Math.ceil(30_000 / 64));
    expect(asked.every(({ found }) => found <= 60)).toBe(true);
    expect(charged).toBeGreaterThan(1_000_000);
  });
});

test.each([
  [2_000, 4],
  [20_000, 6],
  [200_000, 34],
])('a file of %i bytes costs four rows of the drive, and at most %i blocks of its index', async (length, blocks) => {
  const person = makeUploader();
  const line = Array.from({ length: 400 }, (_, at) => `word${(at * 7919) % 1_000}`).join(' ');
  await person.upload(text(line.repeat(100).slice(0, length)), { name: 'a.txt' });
  await sweep(person);
  const id = (await rows<{ node_id: string }>(person, 'SELECT node_id FROM word_files'))[0]?.node_id ?? '';
  await runInDurableObject(person.stub, (_object, state) => {
    const { sql } = state.storage;
    const held = sql.exec<{ content_key: string }>('SELECT content_key FROM word_files').one();
    const cursors: { readonly rowsWritten: number }[] = [];
    const exec = (query: string, ...values: SqlStorageValue[]) => {
      const cursor = sql.exec(query, ...values);
      cursors.push(cursor);
      return cursor;
    };
    const tokens = tokensOf(line.repeat(100).slice(0, length)).join(' ');
    sql.exec('DELETE FROM word_files');
    sql.exec("INSERT INTO words (words) VALUES ('delete-all')");
    storeWords({ sql: { exec } } as unknown as DriveTx, [{ id, contentKey: held.content_key, tokens }]);
    expect(cursors.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0)).toBe(4);
    // Two belong to the index as such; those of the file are written when the transaction ends.
    expect(sql.exec<{ n: number }>('SELECT count(*) AS n FROM words_data').one().n - 2).toBeLessThanOrEqual(blocks);
  });
});

test('a person who switches the search inside files off has no index, and gets it anew when it is on again', async () => {
  const person = makeUploader();
  await person.upload(text('harbour'), { name: 'a.txt' });
  await sweep(person);
  const isOn = () => wordsInside(person.deps, person.caller);
  const tables = () => rows(person, "SELECT name FROM sqlite_schema WHERE name IN ('words', 'word_tokens')");
  expect([await inside(person, 'harbour'), await isOn()]).toEqual([[['a.txt', 'harbour']], true]);
  await switchWordsInside(person.deps, person.caller, false);
  // Before any alarm.
  expect([await inside(person, 'harbour'), await isOn()]).toEqual([[], false]);
  await runAlarm(person.stub);
  expect(await tables()).toEqual([]);
  expect(await rows(person, 'SELECT n FROM word_files')).toEqual([]);
  // A run that was under way stores nothing.
  await sweep(person);
  unwrap(await person.stub.wordsStore([{ id: 'a', contentKey: 'b', tokens: 'late' }], { from: '', place: null }));
  expect([await tables(), await rows(person, 'SELECT * FROM word_state')]).toEqual([[], []]);
  await switchWordsInside(person.deps, person.caller, true);
  await sweep(person);
  expect([await inside(person, 'harbour'), await isOn()]).toEqual([[['a.txt', 'harbour']], true]);
});
