/**
 * Calls of `npm run backup -- --url` and `npm run restore -- --url`: everything that an installation stores, for a copy outside of the
 * platform, and from such a copy into an empty one. With the secret of the deployment; docs/backup-cloudflare.md.
 */
import type { Hono } from 'hono';
import * as v from 'valibot';
import { AppError } from '#shared/errors.ts';
import { KIB, MIB } from '#shared/units.ts';
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import { bindVerbs, consoleActor, readConsoleBody, type Verbs } from '#worker/platform/console/console-verbs.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { copyDatabase, hashDatabase, putDatabasePart } from '#worker/platform/storage/database-copy.ts';
import type { ObjectPage } from '#worker/platform/storage/object-copy.ts';
import { CURSOR_CHARS, databasePage } from '#worker/platform/storage/rows.ts';
import { STATE_FORMAT } from '#worker/platform/storage/state-format.ts';
import type { StoredObject } from '#worker/platform/stored-object.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import { namespaceOf, stubOf } from './recovery-objects.ts';

/** Objects that one call asks for their hashes; each is a call of the Worker. */
const HASHES = 100;
/** Objects of which one call gets or puts rows. */
const OBJECTS = 16;
/** Keys whose sizes one call asks for. */
const KEYS = 100;
const PAGE_BYTES = 2 * MIB;
/** Least rows of one object in a call, so that small ones need one call. */
const LEAST_BYTES = 64 * KIB;

const binding = v.pipe(v.string(), v.regex(/^[A-Z_]{1,40}$/));
const id = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const cursor = v.pipe(v.string(), v.maxLength(CURSOR_CHARS));
const key = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));
const database = v.picklist(['BILLING', 'ADMIN']);
const { schema, tables } = databasePage.entries;
const part = { schema, tables, isFirst: v.boolean(), isLast: v.boolean() };

const reading = {
  facts: v.object({}),
  note: v.object({ note: v.pipe(v.string(), v.maxLength(200)) }),
  made: v.object({ name: v.pipe(v.string(), v.regex(/^[\w.+-]{1,100}$/)) }),
  hashes: v.object({ binding, objects: v.pipe(v.array(id), v.maxLength(HASHES)) }),
  objects: v.object({ binding, objects: v.pipe(v.array(v.object({ id, cursor })), v.maxLength(OBJECTS)) }),
  database: v.object({ database, cursor }),
  'database-hash': v.object({ database }),
  keys: v.object({ cursor }),
} as const;

const putting = {
  'put-objects': v.object({
    binding,
    objects: v.pipe(
      v.array(
        v.object({
          ...part,
          name: v.pipe(v.string(), v.minLength(1), v.maxLength(1_024)),
          alarmMs: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
        }),
      ),
      v.maxLength(OBJECTS),
    ),
  }),
  'put-database': v.object({ ...part, database }),
  sizes: v.object({ keys: v.pipe(v.array(key), v.maxLength(KEYS)) }),
} as const;

export interface BackupEnv {
  readonly BILLING: D1Database;
  readonly ADMIN: D1Database;
  readonly RECOVERY?: string;
  readonly BLOB_INDEX_DIGITS?: string;
}

type CopyStub = Pick<StoredObject, 'storedHash' | 'copyPage'>;
type PutStub = Pick<StoredObject, 'putBack'>;

/** The answer of one object, or why it failed. */
async function each<T>(work: () => Promise<T>): Promise<{ value: T | null; failed: string }> {
  try {
    return { value: await work(), failed: '' };
  } catch (error) {
    return { value: null, failed: error instanceof Error ? error.message : String(error) };
  }
}

export interface BackupDeps {
  readonly blobs: Pick<BlobStore, 'list' | 'get' | 'size' | 'put'>;
  readonly documents: Pick<ConfigService, 'recordAct'>;
}

function readingVerbs(env: BackupEnv, { blobs, documents }: BackupDeps): Verbs<typeof reading> {
  return {
    facts: async () => ({
      format: STATE_FORMAT,
      blobIndexDigits: env.BLOB_INDEX_DIGITS === '1' ? '1' : '2',
    }),
    async note({ note }, { id: by, name, via }) {
      await documents.recordAct({ id: by, name, via }, { act: 'all_copied', subject: 'people', note });
      return {};
    },
    async made({ name: note }, { id: by, name, via }) {
      await documents.recordAct({ id: by, name, via }, { act: 'backup_made', subject: 'backups', note });
      return {};
    },
    async hashes({ binding: name, objects }) {
      const stubs = objects.map((one) => stubOf<CopyStub>(env, name, one));
      const asked = await Promise.all(stubs.map((stub) => each(() => stub.storedHash())));
      return { objects: asked.map(({ value, failed }, at) => ({ id: objects[at], hash: value, failed })) };
    },
    async objects({ binding: name, objects }) {
      const stubs = objects.map((one) => stubOf<CopyStub>(env, name, one.id));
      const budget = Math.max(LEAST_BYTES, PAGE_BYTES / Math.max(1, objects.length));
      const pages = await Promise.all(
        stubs.map((stub, at) => each<ObjectPage | null>(() => stub.copyPage(objects[at]?.cursor ?? '', budget))),
      );
      return { objects: pages.map(({ value, failed }, at) => ({ id: objects[at]?.id, page: value, failed })) };
    },
    database: ({ database: name, cursor: from }) => copyDatabase(env[name], from, PAGE_BYTES / 2),
    'database-hash': async ({ database: name }) => ({ hash: await hashDatabase(env[name]) }),
    async keys({ cursor: from }) {
      const page = await blobs.list('', from);
      // Others may store in the bucket too.
      const keys = page.keys.filter((each) => v.is(key, each));
      return { keys, others: page.keys.length - keys.length, cursor: page.cursor };
    },
  };
}

function puttingVerbs(env: BackupEnv, { blobs }: BackupDeps): Verbs<typeof putting> {
  return {
    async 'put-objects'({ binding: name, objects }) {
      const namespace = namespaceOf(env, name);
      const stubs = objects.map((one) => namespace.getByName(one.name) as unknown as PutStub);
      const done = await Promise.all(
        stubs.map((stub, at) => each(() => stub.putBack(objects[at] as (typeof objects)[number]))),
      );
      return { objects: done.map(({ value, failed }) => ({ hash: value ?? '', failed })) };
    },
    sizes: async ({ keys }) => ({ sizes: await Promise.all(keys.map((each) => blobs.size(each))) }),
    'put-database': async ({ database: name, ...one }) => ({ hash: await putDatabasePart(env[name], one) }),
  };
}

const bytesAsked = v.object({ key });

/** Calls that read. The caller is authorised before them. */
export function addCopying(router: Hono<AppEnv>, env: BackupEnv, deps: BackupDeps): void {
  bindVerbs(router, 'backup', reading, readingVerbs(env, deps));
  router.post('/_internal/backup/bytes', async (c) => {
    const asked = await readConsoleBody(c, bytesAsked);
    const sizeBytes = await deps.blobs.size(asked.key);
    const body = sizeBytes === null ? null : await deps.blobs.get(asked.key);
    if (sizeBytes === null || body === null) throw new AppError('not_found');
    return new Response(body, {
      headers: { 'content-type': 'application/octet-stream', 'x-magpie-bytes': String(sizeBytes) },
    });
  });
}

/** Calls that write: only where the installation is closed. The caller is authorised before them. */
export function addPutting(router: Hono<AppEnv>, env: BackupEnv, deps: BackupDeps): void {
  bindVerbs(router, 'backup', putting, puttingVerbs(env, deps));
  router.put('/_internal/backup/bytes/:key', async (c) => {
    consoleActor(c);
    const asked = v.safeParse(key, c.req.param('key'));
    const sizeBytes = Number(c.req.header('content-length'));
    if (!asked.success || !Number.isSafeInteger(sizeBytes))
      throw new AppError('invalid_argument', { field: asked.success ? 'content-length' : 'key', reason: 'format' });
    const { stored } = await deps.blobs.put(asked.output, c.req.raw.body, sizeBytes);
    if (!stored) throw new AppError('unavailable');
    return c.json({ isPut: true });
  });
}
