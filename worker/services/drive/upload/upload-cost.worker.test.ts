/** Rows that uploads write: an installation pays for each. Counts, not times. */
import { runInDurableObject } from 'cloudflare:test';
import { expect } from 'vitest';
import { bytesOf, personTest as it, type Uploader } from './upload-fixture.ts';

interface Written {
  readonly rows: number;
  /** Rows by statement, for the message of a failure. */
  readonly by: Record<string, number>;
}

/** Rows that all objects write while `work` runs; making the tables of an object is not counted. */
async function written(person: Uploader, work: () => Promise<unknown>): Promise<Written> {
  const cursors: { readonly text: string; readonly cursor: { readonly rowsWritten: number } }[] = [];
  const shared = await runInDurableObject(person.stub, (_object, { storage }) => Object.getPrototypeOf(storage.sql));
  const prototype = shared as { exec: SqlStorage['exec'] };
  const { exec } = prototype;
  prototype.exec = function count<T extends Record<string, SqlStorageValue>>(
    this: SqlStorage,
    text: string,
    ...values: unknown[]
  ) {
    const cursor = exec.call(this, text, ...values) as SqlStorageCursor<T>;
    if (!/\b(CREATE|ALTER) (TABLE|INDEX)|INTO _self\b/.test(text)) cursors.push({ text, cursor });
    return cursor;
  };
  try {
    await work();
  } finally {
    prototype.exec = exec;
  }
  const by: Record<string, number> = {};
  for (const { text, cursor } of cursors) {
    const name = text.trim().replace(/\s+/g, ' ').slice(0, 60);
    if (cursor.rowsWritten > 0) by[name] = (by[name] ?? 0) + cursor.rowsWritten;
  }
  return { rows: Object.values(by).reduce((sum, rows) => sum + rows, 0), by };
}

/** One of many: objects for the bytes are at hand. */
async function warm(person: Uploader): Promise<void> {
  for (let at = 1; at <= 3; at += 1) await person.put(bytesOf(1_000, at), { name: `warm ${at}` });
}

it('a small file in one request', async ({ person }) => {
  await warm(person);
  const { rows, by } = await written(person, () => person.put(bytesOf(1_000, 10), { name: 'small' }));
  expect(rows, JSON.stringify(by, null, 1)).toBeLessThanOrEqual(8);
});

it('a small file takes two calls of objects once a client sends many', async ({ person }) => {
  await warm(person);
  const calls: string[] = [];
  const counted = (stub: object) =>
    new Proxy(stub, {
      get(target, name) {
        calls.push(String(name));
        return Reflect.get(target, name);
      },
    });
  const { drives, blobIndex } = person.deps;
  Object.assign(person.deps, {
    drives: { getByName: (name: string) => counted(drives.getByName(name) as object) },
    blobIndex: { getByName: (name: string) => counted(blobIndex.getByName(name) as object) },
  });
  for (let at = 0; at < 10; at += 1) await person.put(bytesOf(1_000, 30 + at), { name: `many ${at}` });
  // A slow machine may ask again after a second.
  expect(calls.filter((name) => name === 'claim' || name === 'finishPut')).toHaveLength(20);
  expect(calls.length).toBeLessThanOrEqual(24);
});

it('a small file at the S3-style endpoint', async ({ person }) => {
  await warm(person);
  const { key, token } = await person.beginS3(1_000, 's3');
  const { rows, by } = await written(person, () => person.s3('PUT', `/${key}`, token, { body: bytesOf(1_000, 20) }));
  expect(rows, JSON.stringify(by, null, 1)).toBeLessThanOrEqual(14);
  const begun = await written(person, () => person.beginS3(1_000, 'another'));
  expect(begun.rows, JSON.stringify(begun.by, null, 1)).toBeLessThanOrEqual(10);
});
