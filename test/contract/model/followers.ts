/**
 * Programs that follow a drive: one reads its changes, one descends into folders whose tag has changed. Neither may lose a change.
 */
import { expect } from 'vitest';

/** An entry as a program sees it. */
interface Entry extends Record<string, string | number> {
  id: string;
  parent_id: string;
  is_file: number;
  name: string;
  size_bytes: number;
  starred: number;
}

interface Changes {
  readonly changes: readonly { readonly file_id: string; readonly removed: boolean }[];
  readonly next_since: string;
  readonly has_more: boolean;
}

/** The drive as the programs ask it. */
export interface Followed {
  sql<T extends Record<string, string | number | null>>(statement: string, ...values: readonly string[]): Promise<T[]>;
  changes(since: string, limit: number): Promise<Changes>;
  /** Tags as text, in the order of the folders. */
  tags(folderIds: readonly string[]): Promise<string[]>;
}

const FIELDS = 'id, parent_id, is_file, name, size_bytes, starred';
const SHOWN = "state = 0 AND phase = 'PHASE_TYPE_COMPLETE'";

/** Entries below a folder, itself left out. */
function below(drive: Followed, folderId: string): Promise<Entry[]> {
  return drive.sql<Entry>(
    `WITH RECURSIVE down (id) AS (
       SELECT ?1 UNION ALL SELECT nodes.id FROM down CROSS JOIN nodes ON nodes.parent_id = down.id AND nodes.state = 0)
     SELECT ${FIELDS} FROM nodes WHERE parent_id IN (SELECT id FROM down) AND ${SHOWN}`,
    folderId,
  );
}

const sorted = (entries: Iterable<Entry>): Entry[] => [...entries].toSorted((a, b) => (a.id < b.id ? -1 : 1));

export class ChangesFollower {
  readonly #drive: Followed;
  readonly #known = new Map<string, Entry>();
  #since = '';

  constructor(drive: Followed) {
    this.#drive = drive;
  }

  #forget(id: string): void {
    this.#known.delete(id);
    for (const entry of [...this.#known.values()]) if (entry.parent_id === id) this.#forget(entry.id);
  }

  async #take(id: string): Promise<void> {
    const [entry] = await this.#drive.sql<Entry>(`SELECT ${FIELDS} FROM nodes WHERE id = ?1`, id);
    if (!entry) throw new Error('a change of nothing');
    const isNew = !this.#known.has(id);
    this.#known.set(id, entry);
    if (isNew && entry.is_file === 0) for (const each of await below(this.#drive, id)) this.#known.set(each.id, each);
  }

  /** @param limit  changes of one page */
  async follow(limit: number): Promise<void> {
    if (this.#since === '') {
      this.#since = (await this.#drive.changes('', limit)).next_since;
      for (const entry of await below(this.#drive, '')) this.#known.set(entry.id, entry);
    }
    for (let hasMore = true; hasMore; ) {
      const page = await this.#drive.changes(this.#since, limit);
      expect(page.changes.length).toBeLessThanOrEqual(limit);
      for (const { file_id: id, removed } of page.changes) {
        if (removed) this.#forget(id);
        else await this.#take(id);
      }
      this.#since = page.next_since;
      hasMore = page.has_more;
    }
    expect(sorted(this.#known.values())).toEqual(sorted(await below(this.#drive, '')));
  }
}

export class TagsFollower {
  readonly #drive: Followed;
  readonly #folders = new Map<string, { readonly tag: string; readonly entries: readonly Entry[] }>();

  constructor(drive: Followed) {
    this.#drive = drive;
  }

  async #descend(folderId: string, tag: string): Promise<void> {
    if (this.#folders.get(folderId)?.tag === tag) return;
    const entries = await this.#drive.sql<Entry>(
      `SELECT ${FIELDS} FROM nodes WHERE parent_id = ?1 AND ${SHOWN}`,
      folderId,
    );
    this.#folders.set(folderId, { tag, entries });
    const ids = entries.flatMap((entry) => (entry.is_file === 0 ? [entry.id] : []));
    const tags = await this.#drive.tags(ids);
    for (const [at, id] of ids.entries()) await this.#descend(id, tags[at] ?? '');
  }

  #all(folderId: string): Entry[] {
    const { entries = [] } = this.#folders.get(folderId) ?? {};
    return entries.flatMap((entry) => (entry.is_file === 0 ? [entry, ...this.#all(entry.id)] : [entry]));
  }

  async follow(): Promise<void> {
    const [tag = ''] = await this.#drive.tags(['']);
    await this.#descend('', tag);
    expect(sorted(this.#all(''))).toEqual(sorted(await below(this.#drive, '')));
  }
}
