/// <reference types="@cloudflare/vitest-plugin/types" />
/** A program that works by paths, for the tests of this module: calls with defaults, over the uploads of `upload-fixture.ts`. */
import { expect, test } from 'vitest';
import { MIB } from '#shared/units.ts';
import { makeUploader, refusalOf, rows, type Uploader } from '../upload/upload-fixture.ts';
import * as byPath from './at-path.ts';
import { type Conditions, type Entry, NO_CONDITIONS, type Path } from './model.ts';
import { putAtPath } from './put-at-path.ts';

/** `a/b` as names. */
const pathOf = (text: string): Path => text.split('/').filter((name) => name !== '');

interface Expecting {
  readonly conditions?: Partial<Conditions>;
}

const conditionsOf = ({ conditions }: Expecting = {}): Conditions =>
  conditions ? { ...NO_CONDITIONS, ...conditions } : NO_CONDITIONS;

export const text = (value: string) => new TextEncoder().encode(value) as Uint8Array<ArrayBuffer>;

/** @param person  with a drive; a program of its own app password where `caller` says so */
export function makeProgram(
  options: Parameters<typeof makeUploader>[0] = {},
  person: Uploader = makeUploader(options),
) {
  const { deps, caller } = person;

  function put(
    path: string,
    body: Uint8Array<ArrayBuffer>,
    asked: Expecting & { readonly isUnsaid?: boolean; readonly modifiedMs?: number } = {},
  ) {
    return putAtPath(deps, caller, {
      path: pathOf(path),
      conditions: conditionsOf(asked),
      sizeBytes: asked.isUnsaid ? null : body.length,
      body: new Response(body).body,
      modifiedMs: asked.modifiedMs ?? null,
      requireDiskSpace: async () => undefined,
    });
  }

  async function look(path: string, isDeep = false) {
    return byPath.lookAt(deps, caller, { path: pathOf(path), isDeep, withQuota: true });
  }

  async function entry(path: string): Promise<Entry> {
    return (await look(path)).entry;
  }

  async function list(path: string): Promise<string[]> {
    const first = await look(path, true);
    const entries = [...first.entries];
    for (let next = first.next; next; ) {
      const slice = await byPath.lookOn(deps, caller, next);
      entries.push(...slice.entries);
      next = slice.next;
    }
    return entries.map(({ name, isFile }) => (isFile ? name : `${name}/`));
  }

  async function read(path: string): Promise<string> {
    const { content } = await byPath.openAt(deps, caller, { path: pathOf(path), conditions: NO_CONDITIONS });
    const blobs = await Promise.all(
      content.manifest.parts.map(async ({ key }) => new Response(await deps.blobs.get(key)).text()),
    );
    return blobs.join('');
  }

  const at = (path: string, asked?: Expecting) => ({ path: pathOf(path), conditions: conditionsOf(asked) });

  return {
    person,
    put,
    look,
    entry,
    list,
    read,
    mkcol: (path: string, asked?: Expecting) => byPath.makeFolderAt(deps, caller, at(path, asked)),
    remove: (path: string, asked?: Expecting) => byPath.removeAt(deps, caller, at(path, asked)),
    move: (path: string, to: string, asked: Expecting & { readonly overwrite?: boolean } = {}) =>
      byPath.moveAt(deps, caller, { ...at(path, asked), to: pathOf(to), overwrite: asked.overwrite ?? true }),
    copy: (
      path: string,
      to: string,
      asked: Expecting & { readonly overwrite?: boolean; readonly isShallow?: boolean } = {},
    ) =>
      byPath.copyAt(deps, caller, {
        ...at(path, asked),
        to: pathOf(to),
        overwrite: asked.overwrite ?? true,
        isShallow: asked.isShallow ?? false,
      }),
    setProps: (path: string, changes: readonly { name: string; xml: string | null }[], asked?: Expecting) =>
      byPath.setPropsAt(deps, caller, { ...at(path, asked), changes, modifiedMs: null, starred: null }),
    lock: (
      path: string,
      asked: Expecting & { readonly isDeep?: boolean; readonly isShared?: boolean; readonly ttlMs?: number } = {},
    ) =>
      byPath.lockAt(deps, caller, {
        ...at(path, asked),
        isDeep: asked.isDeep ?? false,
        isShared: asked.isShared ?? false,
        owner: 'tester',
        ttlMs: asked.ttlMs ?? 60_000,
      }),
    renew: (path: string, token: string, ttlMs = 60_000) =>
      byPath.renewLockAt(deps, caller, at(path, { conditions: { tokens: [token] } }), ttlMs),
    unlock: (path: string, token: string) => byPath.endLockAt(deps, caller, pathOf(path), token),
    sql: <T>(query: string) => rows<T>(person, query),
  };
}

export type Program = ReturnType<typeof makeProgram>;

/** Token of a lock that a program makes. */
export async function tokenOf(locking: ReturnType<Program['lock']>): Promise<string> {
  const made = await locking;
  if (made.kind !== 'locked') throw new Error('nothing was locked');
  return made.lock.token;
}

/** Invariants of the drive: sums of bytes and counts of nodes and contents are those of the rows. */
export async function expectSound({ sql }: Program): Promise<void> {
  const [sums] = await sql<Record<string, number>>(
    `SELECT usage_bytes - (SELECT coalesce(sum(size_bytes), 0) FROM nodes WHERE content_key IS NOT NULL)
        - (SELECT coalesce(sum(size_bytes), 0) FROM versions) AS usage, reserved_bytes AS reserved,
       nodes - (SELECT count(*) FROM nodes) - (SELECT count(*) FROM versions) AS nodes,
       (SELECT count(*) FROM (SELECT content_key, count(*) AS n FROM (SELECT content_key FROM nodes WHERE content_key IS NOT NULL
          UNION ALL SELECT content_key FROM versions) GROUP BY content_key) AS held
          FULL JOIN contents ON contents.content_key = held.content_key WHERE contents.nodes IS NOT held.n) AS contents,
       (SELECT count(*) FROM program_props WHERE node_id <> '' AND node_id NOT IN (SELECT id FROM nodes)) AS props,
       (SELECT count(*) FROM program_locks WHERE node_id <> '' AND node_id NOT IN (SELECT id FROM nodes)) AS locks
     FROM space`,
  );
  expect(sums).toEqual({ usage: 0, reserved: 0, nodes: 0, contents: 0, props: 0, locks: 0 });
}

/** More than one window: its content key is computed after its last byte. */
export const LONG = new Uint8Array(9 * MIB).fill(7);

/** The same drive, where something happens once, before the content of `LONG` is claimed. */
export function interrupted({ person }: Program, act: () => Promise<unknown>) {
  const { deps, caller } = person;
  let isDone = false;
  const blobIndex = new Proxy(deps.blobIndex, {
    get: (index, name) =>
      name === 'getByName'
        ? (key: string) =>
            new Proxy(index.getByName(key) as object, {
              get:
                (stub, call) =>
                async (first: { sizeBytes?: number }, ...more: unknown[]) => {
                  if (call === 'claim' && first.sizeBytes === LONG.length && !isDone) {
                    isDone = true;
                    await act();
                  }
                  return (stub as unknown as Record<string | symbol, (...of: unknown[]) => unknown>)[call]?.(
                    first,
                    ...more,
                  );
                },
            })
        : Reflect.get(index, name),
  });
  return { deps: { ...deps, blobIndex }, caller };
}

export { refusalOf };

/** Tests with a program of a new person. */
export const programTest = test.extend('program', () => makeProgram());
