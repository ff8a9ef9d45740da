import { runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import { env, makeServer, ORIGIN } from '#test/contract/send.ts';
import { servicesOf } from '#worker/compose.ts';
import { makeBlobStore } from '#worker/platform/blobs/index.ts';
import { newBlobKey } from '#worker/platform/blobs/port.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { hashStored, type ObjectPage, putPart } from '#worker/platform/storage/object-copy.ts';
import { linesOf } from '#worker/platform/storage/rows.ts';

const open = makeServer({});
const closed = makeServer({ bindings: { RECOVERY: 'on' } });

function ask(verb: string, body: object, server = open, secret: string = env.INTERNAL_TOKEN): Promise<Response> {
  return server(
    new Request(`${ORIGIN}/_internal/backup/${verb}`, {
      method: 'POST',
      headers: { host: new URL(ORIGIN).host, 'content-type': 'application/json', 'x-magpie-internal': secret },
      body: JSON.stringify(body),
    }),
  );
}

interface Inside {
  command(work: (nowMs: number) => void): { ok: boolean };
}

const KINDS = `
  CREATE TABLE kinds (id TEXT PRIMARY KEY, value);
  CREATE TABLE pairs (a TEXT, b INTEGER, note TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
  CREATE TABLE numbered (seq INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT);
  CREATE TABLE counted (n INTEGER NOT NULL);
  CREATE INDEX kinds_by_value ON kinds (value);
  CREATE TRIGGER numbered_added AFTER INSERT ON numbered BEGIN UPDATE counted SET n = n + 1; END;
  CREATE VIEW long_texts AS SELECT text FROM numbered WHERE length(text) > 10;
`;

/** A drive with a table of every kind, and more rows than one page has. */
async function fillSource(name: string): Promise<string> {
  const stub = env.DRIVE.getByName(name);
  await runInDurableObject(stub, (instance, { storage }) => {
    (instance as unknown as Inside).command(() => undefined);
    storage.sql.exec(KINDS);
    storage.sql.exec('INSERT INTO counted VALUES (0)');
    const values = [
      null,
      '',
      'text \u0000 "quoted" ☂',
      1.5,
      -3,
      2 ** 52,
      new Uint8Array([0, 255, 1]).buffer,
      new ArrayBuffer(0),
    ];
    for (const [at, value] of values.entries()) storage.sql.exec('INSERT INTO kinds VALUES (?, ?)', `k${at}`, value);
    for (let at = 0; at < 450; at += 1) {
      storage.sql.exec('INSERT INTO pairs VALUES (?, ?, ?)', `a${at % 7}`, at, 'x'.repeat(2_000));
      storage.sql.exec('INSERT INTO numbered (text) VALUES (?)', 'y'.repeat(5_000));
    }
    // Its number is given to no other row.
    storage.sql.exec('DELETE FROM numbered WHERE seq = 450');
  });
  return stub.id.toString();
}

async function pagesOf(id: string): Promise<ObjectPage[]> {
  const pages: ObjectPage[] = [];
  for (let cursor = ''; ; ) {
    const answer = await ask('objects', { binding: 'DRIVE', objects: [{ id, cursor }] });
    const { objects } = (await answer.json()) as { objects: { page: ObjectPage; failed: string }[] };
    const page = objects[0]?.page as ObjectPage;
    pages.push(page);
    if (page.next === '') return pages;
    cursor = page.next;
  }
}

it('an object is copied page by page with every kind of value, and a new one is made of the pages', async () => {
  const id = await fillSource('copied');
  const pages = await pagesOf(id);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.every(({ name }) => name === 'copied')).toBe(true);
  const hashes = (await (await ask('hashes', { binding: 'DRIVE', objects: [id] })).json()) as {
    objects: { hash: string }[];
  };
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pages.map(linesOf).join('')));
  expect(hashes.objects[0]?.hash).toBe(toHex(new Uint8Array(digest)));

  const own = pages.flatMap(({ tables }) => tables.filter(({ table }) => table === '_self'));
  const schema = pages[0]?.schema ?? [];
  const parts = pages.map(({ tables }, at) => {
    const [isFirst, isLast] = [at === 0, at === pages.length - 1];
    const rest = tables.filter(({ table }) => table !== '_self');
    return {
      isFirst,
      isLast,
      alarmMs: Date.now() + 3_600_000,
      schema: isFirst || isLast ? schema : [],
      tables: isLast ? [...rest, ...own] : rest,
    };
  });
  await runInDurableObject(env.DRIVE.getByName('made of a copy'), async (_drive, { storage }) => {
    // A run that was cut off, then one whose calls are repeated.
    for (const part of parts.slice(0, -1)) expect(await putPart(storage, part)).toBe('');
    expect(storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = '_self'").toArray()).toEqual([]);
    for (const [at, part] of parts.entries()) {
      const wanted = part.isLast ? hashes.objects[0]?.hash : '';
      expect(await putPart(storage, part)).toBe(wanted);
      if (at > 0) expect(await putPart(storage, part)).toBe(wanted);
    }
    expect(storage.sql.exec('SELECT n FROM counted').one()).toEqual({ n: 450 });
    expect(storage.sql.exec("SELECT seq FROM sqlite_sequence WHERE name = 'numbered'").one()).toEqual({ seq: 450 });
    expect(await storage.getAlarm()).toBe(parts.at(-1)?.alarmMs);
    // An object that exists stays as it is.
    expect(await putPart(storage, parts[0] as (typeof parts)[number])).toBe('');
    expect(await hashStored(storage)).toBe(hashes.objects[0]?.hash);
  });
});

it('a number that would be changed on the way is refused, and named by its table', async () => {
  const stub = env.DRIVE.getByName('large number');
  await runInDurableObject(stub, (instance, { storage }) => {
    (instance as unknown as Inside).command(() => undefined);
    storage.sql.exec('CREATE TABLE large (n INTEGER)');
    storage.sql.exec('INSERT INTO large VALUES (9007199254740993)');
  });
  const id = stub.id.toString();
  const answer = await ask('objects', { binding: 'DRIVE', objects: [{ id, cursor: '' }] });
  expect(await answer.json()).toEqual({
    objects: [{ id, page: null, failed: 'a value of large cannot be copied exactly' }],
  });
});

it('the secret is needed, an object without storage stays without, and only a closed installation can be written', async () => {
  const id = env.DRIVE.idFromName('never used').toString();
  const body = { binding: 'DRIVE', objects: [id] };
  for (const server of [open, closed]) {
    expect((await ask('hashes', body, server, 'made-up')).status).toBe(404);
    expect(await (await ask('hashes', body, server)).json()).toEqual({ objects: [{ id, hash: null, failed: '' }] });
    expect((await ask('facts', {}, server)).status).toBe(200);
  }
  await runInDurableObject(env.DRIVE.getByName('never used'), (_drive, { storage }) => {
    expect(storage.sql.exec('SELECT name FROM sqlite_master').toArray()).toEqual([]);
  });
  const put = { name: 'forged', alarmMs: null, isFirst: true, isLast: true, schema: [], tables: [] };
  const forged = { binding: 'DRIVE', objects: [put] };
  expect((await ask('put-objects', forged, open)).status).toBe(404);
  expect((await ask('put-objects', forged, closed, 'made-up')).status).toBe(404);
  // The objects of the tests are not closed themselves.
  expect(await (await ask('put-objects', forged, closed)).json()).toEqual({
    objects: [{ hash: '', failed: 'the installation is not closed' }],
  });
});

it('calls that name nothing are refused', async () => {
  const id = env.DRIVE.idFromName('never used').toString();
  for (const [verb, body] of [
    ['hashes', { binding: 'APP_ORIGIN', objects: [id] }],
    ['hashes', { binding: 'SHARE', objects: [id] }],
    ['hashes', { binding: 'DRIVE', objects: Array.from({ length: 101 }, () => id) }],
    ['objects', { binding: 'DRIVE', objects: ['x'] }],
    ['database', { database: 'OTHER', cursor: '' }],
    ['database', { database: 'ADMIN', cursor: '{' }],
    ['database', { database: 'ADMIN', cursor: '{"table":"sqlite_schema","after":[]}' }],
    ['bytes', { key: '../secrets.json' }],
    ['made', { name: '../x' }],
  ] as const)
    expect([verb, (await ask(verb, body)).status]).toEqual([verb, 400]);
  const made = await fillSource('copied with a wrong cursor');
  for (const cursor of ['x', '{"table":"nothing","after":[]}', '{"table":"pairs","after":["a"]}']) {
    const answer = await ask('objects', { binding: 'DRIVE', objects: [{ id: made, cursor }] });
    expect(await answer.json()).toEqual({ objects: [{ id: made, page: null, failed: 'invalid_argument' }] });
  }
});

it('a backup that is made is in the log by its name', async () => {
  for (const server of [open, closed]) {
    expect((await ask('made', { name: '20261127T090000Z+' }, server)).status).toBe(200);
    const [act] = await servicesOf(env).documents.log({ name: 'backups', before: 0, limit: 1 });
    expect(act).toMatchObject({ act: 'backup_made', by: { via: 'console' }, note: '20261127T090000Z+' });
  }
});

it('stored bytes are read by their key', async () => {
  const key = newBlobKey();
  const bytes = Uint8Array.from(new TextEncoder().encode('stored bytes'));
  await makeBlobStore(env).put(key, bytes, bytes.length);
  const listed: string[] = [];
  for (let cursor = ''; ; ) {
    const page = (await (await ask('keys', { cursor })).json()) as { keys: string[]; cursor: string };
    listed.push(...page.keys);
    if (page.cursor === '') break;
    cursor = page.cursor;
  }
  expect(listed).toContain(key);
  const answer = await ask('bytes', { key });
  expect([await answer.text(), answer.headers.get('x-magpie-bytes')]).toEqual(['stored bytes', '12']);
  expect((await ask('bytes', { key: newBlobKey() })).status).toBe(404);
});
