/** An installation on Cloudflare for tests of backups: objects as databases in memory, stored bytes, and answers that can be changed. */
import { DatabaseSync } from 'node:sqlite';
import { makeCloudflare } from '#scripts/deploy/cloudflare.ts';
import { type CloudflareDouble, GOOD_TOKEN, startCloudflareDouble } from '#scripts/deploy/cloudflare-double.ts';
import { ACCOUNT } from '#scripts/deploy/cloudflare-world.ts';
import type { ByteInstallation } from '#scripts/deploy/installation.ts';
import type { ObjectPart } from '#worker/platform/storage/object-copy.ts';
import { hashRows, insertionOf, readDatabasePage, storedValue } from '#worker/platform/storage/rows.ts';
import { STATE_FORMAT } from '#worker/platform/storage/state-format.ts';
import { queryOf } from './database-file.ts';

/** Name of its Worker. */
export const MAIN = 'magpie';
const CLASS = 'DriveObject';

/** Id of an object at Cloudflare. */
export const idOf = (at: number): string => at.toString(16).padStart(64, '0');

export function makeObject(name: string, rows: number, text = 'x'): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE _self (class TEXT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL)');
  db.exec('CREATE TABLE notes (id TEXT PRIMARY KEY, text TEXT) WITHOUT ROWID');
  db.prepare('INSERT INTO _self VALUES (?, ?, 1)').run(CLASS, name);
  const insert = db.prepare('INSERT INTO notes VALUES (?, ?)');
  for (let at = 0; at < rows; at += 1) insert.run(`n${at}`, text.repeat(50));
  return db;
}

interface NamedPart extends ObjectPart {
  readonly name: string;
}

interface Body {
  readonly objects?: readonly unknown[];
  readonly keys?: readonly string[];
}

export interface InstallationDouble {
  readonly cloudflare: CloudflareDouble;
  /** Stored objects by id. */
  readonly stored: Map<string, DatabaseSync>;
  /** Ids of objects whose database is damaged. */
  readonly unreadable: Set<string>;
  /** Stored bytes by key. */
  readonly bytes: Map<string, Uint8Array>;
  /** Replaces the answer of a call. */
  readonly changed: Record<string, (answer: never) => unknown>;
  /** Verbs in order. */
  readonly calls: string[];
  /** Bytes that every answer breaks off before. */
  lacking: number;
  /** @param main  the name of its Worker; each has stored objects of its own in the double of the API */
  installation(main?: string): ByteInstallation;
  /** It holds no object any more, as a new one. */
  empty(): void;
  /** Its objects are those that the API lists. */
  list(): void;
  stop(): Promise<void>;
}

/** As putPart of worker/platform/storage/object-copy.ts: an object that exists stays as it is. */
async function putPart(db: DatabaseSync, part: NamedPart): Promise<string> {
  const exists = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = '_self'").get() !== undefined;
  if (!exists) {
    const first = part.schema.filter(({ name }) => name !== '_self');
    if (part.isFirst) for (const { sql } of first) db.exec(sql);
    if (part.isLast) for (const { sql } of part.schema.filter(({ name }) => name === '_self')) db.exec(sql);
    for (const { table, columns, rows } of part.tables) {
      const insert = db.prepare(insertionOf(table, columns).insert);
      for (const row of rows) insert.run(...row.map((value) => storedValue(value) as string));
    }
  }
  return part.isLast ? hashRows(queryOf(db)) : '';
}

const BINDINGS = [{ type: 'durable_object_namespace', name: 'DRIVE', class_name: CLASS }];
const DAMAGED = 'its database is damaged';

/** @param lacking  bytes that the answer names and does not have */
function bytesAnswer(found: Uint8Array | undefined, lacking: number): Response {
  if (!found || found.length === 0) return new Response(null, { status: 404 });
  return new Response(Uint8Array.from(found), { headers: { 'x-magpie-bytes': String(found.length + lacking) } });
}

/** Three objects, of 10, 20 and 30 rows. */
export async function startInstallationDouble(): Promise<InstallationDouble> {
  const cloudflare = await startCloudflareDouble();
  const database = new DatabaseSync(':memory:');
  const stored = new Map([1, 2, 3].map((at) => [idOf(at), makeObject(`drive ${at}`, 10 * at)]));
  const bytes = new Map<string, Uint8Array>();
  const unreadable = new Set<string>();
  const changed: InstallationDouble['changed'] = {};
  const calls: string[] = [];
  const list = (main = MAIN) => cloudflare.world.objects.set(`${main}/${CLASS}`, [...stored.keys()]);
  const dbOf = (id: string) => stored.get(id) as DatabaseSync;
  const nameOf = (db: DatabaseSync) => db.prepare('SELECT name FROM _self').get()?.['name'];

  async function hashes(ids: readonly string[]) {
    return Promise.all(
      ids.map(async (id) =>
        unreadable.has(id)
          ? { id, hash: null, failed: DAMAGED }
          : { id, hash: await hashRows(queryOf(dbOf(id))), failed: '' },
      ),
    );
  }

  async function pages(asked: readonly { id: string; cursor: string }[]) {
    return Promise.all(
      asked.map(async ({ id, cursor }) => {
        if (unreadable.has(id)) return { id, page: null, failed: DAMAGED };
        const page = await readDatabasePage(queryOf(dbOf(id)), cursor, { bytes: 2_000 });
        return { id, page: { name: nameOf(dbOf(id)), alarmMs: null, ...page }, failed: '' };
      }),
    );
  }

  async function put(parts: readonly NamedPart[], main: string) {
    const answers = [];
    for (const part of parts) {
      const found = [...stored].find(([, db]) => nameOf(db) === part.name);
      const db = found?.[1] ?? new DatabaseSync(':memory:');
      if (!found) stored.set(idOf(100 + stored.size), db);
      answers.push({ hash: await putPart(db, part), failed: '' });
    }
    list(main);
    return answers;
  }

  async function answerOf(verb: string, { objects = [], keys = [] }: Body, main: string): Promise<unknown> {
    switch (verb) {
      case 'facts':
        return { format: STATE_FORMAT, blobIndexDigits: '2' };
      case 'hashes':
        return { objects: await hashes(objects as string[]) };
      case 'objects':
        return { objects: await pages(objects as { id: string; cursor: string }[]) };
      case 'put-objects':
        return { objects: await put(objects as NamedPart[], main) };
      case 'sizes':
        return { sizes: keys.map((key) => bytes.get(key)?.length ?? null) };
      case 'database':
        return readDatabasePage(queryOf(database), '', { bytes: 1_000 });
      case 'database-hash':
      case 'put-database':
        return { hash: await hashRows(queryOf(database)) };
      case 'keys':
        return { keys: [...bytes.keys()], others: 0, cursor: '' };
      default:
        return {};
    }
  }

  cloudflare.world.scripts.set(MAIN, {
    versions: [{ id: 'v1', annotations: {}, bindings: BINDINGS }],
    secrets: new Map(),
    migrationTag: '',
    crons: [],
  });
  list();
  // Its sessions end after a restore.
  cloudflare.world.objects.set(`${MAIN}/AccountObject`, []);

  const double: InstallationDouble = {
    cloudflare,
    stored,
    unreadable,
    bytes,
    changed,
    calls,
    lacking: 0,
    installation: (main = MAIN) => ({
      origin: 'https://drive.example.com',
      environment: 'production',
      names: { main, codec: '', namespace: '', bucket: '', billing: '', admin: '' },
      api: makeCloudflare({ baseUrl: cloudflare.baseUrl, token: GOOD_TOKEN, accountId: ACCOUNT, isDry: false }),
      secrets: { file: 'magpie.secrets.production.json', get: (name) => `secret ${name}` },
      async ask<T>(target: string, body: object) {
        const verb = target.split('/').at(-1) ?? '';
        calls.push(verb);
        const answer = await answerOf(verb, body, main);
        return (changed[verb]?.(answer as never) ?? answer) as T;
      },
      async send(method, target, body) {
        if (method === 'PUT') {
          calls.push('put-bytes');
          bytes.set(target.split('/').at(-1) ?? '', new Uint8Array(await new Response(body as BodyInit).arrayBuffer()));
          return new Response();
        }
        return bytesAnswer(bytes.get((JSON.parse(String(body)) as { key: string }).key), double.lacking);
      },
    }),
    empty() {
      for (const db of stored.values()) db.close();
      stored.clear();
      list();
    },
    list: () => list(),
    async stop() {
      await cloudflare.stop();
      for (const db of [database, ...stored.values()]) db.close();
    },
  };
  return double;
}
