/** Copies the stored objects of an installation into the mirror: those that were written since they were copied. */
import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Bound } from '#scripts/deploy/closed.ts';
import { type Installation, objectPages } from '#scripts/deploy/installation.ts';
import { Stop } from '#scripts/deploy/stop.ts';
import type { ObjectPage } from '#worker/platform/storage/object-copy.ts';
import { forEachOf } from '../stored-bytes.ts';
import { writeAlarm } from './alarms.ts';
import { makeDatabaseFile } from './database-file.ts';
import { keyOf, type Mirror } from './mirror.ts';

/** As many as worker/edge/backup.ts takes in one call. */
const HASHES_AT_ONCE = 100;
const OBJECTS_AT_ONCE = 16;

/** In the order that was asked, as all answers. */
interface HashAnswer {
  readonly hash: string | null;
  readonly failed: string;
}

interface ObjectAnswer {
  readonly page: ObjectPage | null;
  readonly failed: string;
}

export interface CopiedObjects {
  /** Keys of all objects that hold anything. */
  readonly present: ReadonlySet<string>;
  /** Objects copied in this round. */
  readonly copied: number;
  /** `CLASS/ID: reason` of those that could not be read. */
  readonly failed: readonly string[];
}

/** @throws Stop where pages go round in a circle */
export function requireProgress(cursor: string, next: string): void {
  if (cursor !== '' && cursor === next)
    throw new Stop('the installation gives the same page again and again', 'Deploy the version of this program.');
}

/** Ids become names of files. */
function requireIds(ids: readonly string[]): void {
  const wrong = ids.find((id) => !/^[0-9a-f]{64}$/.test(id));
  if (wrong !== undefined)
    throw new Stop(`${JSON.stringify(wrong)} is no id of an object`, 'Look at the address of the API.');
}

export function partsOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

const PUBLISHER = 'ConfigObject';

/** Requests read published documents from KV, which no backup has: the object publishes them anew. */
export function publishAnew(className: string, nowMs: number): ((db: DatabaseSync) => void) | undefined {
  if (className !== PUBLISHER) return undefined;
  return (db) => {
    db.prepare(
      `INSERT OR IGNORE INTO _outbox (id, event, payload, at_ms, attempts, due_ms)
       SELECT 'copied-' || name, 'config.published', json_object('name', name), ?1, 0, ?1 FROM documents WHERE live_version > 0`,
    ).run(BigInt(nowMs));
  };
}

export interface CopyOptions {
  readonly bound: readonly Bound[];
  readonly mirror: Mirror;
  readonly nowMs: number;
}

/** One object cannot be read at Cloudflare: it is noted, and the others are copied. Any other fault ends the run. */
class Unreadable extends Error {}

function makeCopier({ ask }: Installation, { binding, className }: Bound, { mirror, nowMs }: CopyOptions) {
  const pagesOf = (objects: readonly { id: string; cursor: string }[]) =>
    ask<{ objects: ObjectAnswer[] }>('/_internal/backup/objects', { binding, objects });

  async function nextPage(id: string, cursor: string): Promise<ObjectPage> {
    const [answer] = (await pagesOf([{ id, cursor }])).objects;
    if (answer?.page) return answer.page;
    throw new Unreadable(answer?.failed || 'it was deleted while it was copied');
  }

  /** Something may write between two pages: its hash then differs from that of the object, and the next round copies it again. */
  async function copyOne(id: string, first: ObjectPage): Promise<void> {
    const alarmMs = className === PUBLISHER ? nowMs : first.alarmMs;
    const file = makeDatabaseFile(mirror.fileOf({ className, id }));
    let hash = '';
    try {
      for (let page = first; ; ) {
        file.add(page);
        if (page.next === '') break;
        const next = await nextPage(id, page.next);
        requireProgress(page.next, next.next);
        page = next;
      }
      hash = await file.finish((db) => {
        publishAnew(className, nowMs)?.(db);
        writeAlarm(db, alarmMs);
      });
    } finally {
      file.discard();
    }
    await mirror.note({ className, id, name: first.name, hash, alarmMs });
  }

  /** @returns why it was not copied; '' when it was */
  async function attempt(id: string, first: ObjectPage): Promise<string> {
    try {
      await copyOne(id, first);
      return '';
    } catch (error) {
      if (error instanceof Unreadable) return error.message;
      throw error;
    }
  }

  return async (ids: readonly string[]): Promise<{ copied: string[]; empty: string[]; failed: string[] }> => {
    const [copied, empty, failed] = [[] as string[], [] as string[], [] as string[]];
    const { objects } = await pagesOf(ids.map((id) => ({ id, cursor: '' })));
    for (const [at, id] of ids.entries()) {
      const { page = null, failed: why = 'no answer' } = objects[at] ?? {};
      if (why === '' && !page) {
        empty.push(id);
        continue;
      }
      const says = page ? await attempt(id, page) : why;
      if (says === '') copied.push(id);
      else failed.push(`${className}/${id}: ${says}`);
    }
    return { copied, empty, failed };
  };
}

/** One round over all objects. @throws Stop when the installation does not answer */
export async function copyObjects(installation: Installation, options: CopyOptions): Promise<CopiedObjects> {
  const { mirror } = options;
  const present = new Set<string>();
  const failed: string[] = [];
  let count = 0;
  for (const bound of options.bound) {
    const { binding, className } = bound;
    const copy = makeCopier(installation, bound, options);
    for await (const page of objectPages(installation, className, '')) {
      requireIds(page.ids);
      const changed: string[] = [];
      await forEachOf(partsOf(page.ids, HASHES_AT_ONCE), async (objects) => {
        const answer = await installation.ask<{ objects: HashAnswer[] }>('/_internal/backup/hashes', {
          binding,
          objects,
        });
        for (const [at, id] of objects.entries()) {
          const { hash = null, failed: why = 'no answer' } = answer.objects[at] ?? {};
          if (hash === null && why === '') continue;
          present.add(keyOf({ className, id }));
          if (hash === null || mirror.find(className, id)?.hash !== hash) changed.push(id);
        }
      });
      await forEachOf(partsOf(changed, OBJECTS_AT_ONCE), async (ids) => {
        const done = await copy(ids);
        count += done.copied.length;
        failed.push(...done.failed);
        for (const id of done.empty) present.delete(keyOf({ className, id }));
      });
    }
  }
  return { present, copied: count, failed };
}

/** A copy that could not be made anew is not used: it may be of another moment. */
export function dropFailed(mirror: Mirror, { present, failed }: CopiedObjects): void {
  const wrong = new Set(failed.map((line) => line.slice(0, line.indexOf(':'))));
  for (const object of mirror.all()) if (wrong.has(keyOf(object))) rmSync(mirror.fileOf(object), { force: true });
  mirror.retain(new Set([...present].filter((key) => !wrong.has(key))));
}
