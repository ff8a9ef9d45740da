/** A tree as a client believes it to be, and as the server lists it: entries by their path. Pure but for one reader. */
import { type Body, type Caller, mustCall } from './calls.ts';

export interface Entry {
  /** '' until the client receives it. */
  id: string;
  isFile: boolean;
  sizeBytes: number;
  isPending: boolean;
  /** SHA-256 of the bytes; '' for folders, for what is pending, and as the server lists it. */
  sha256: string;
  /** Marks of its own, which no copy takes along: a star, and a note that it was looked at. */
  starred?: boolean;
  noted?: boolean;
  /** Former contents, newest first; the server lists them apart. */
  versions?: readonly Held[];
}

/** A folder, or a file with these bytes, whose id is not known yet. */
export const FOLDER: Entry = { id: '', isFile: false, sizeBytes: 0, isPending: false, sha256: '' };

export function fileOf(sizeBytes: number, digest: string): Entry {
  return { id: '', isFile: true, sizeBytes, isPending: digest === '', sha256: digest };
}

/** One content of a file. */
export interface Held {
  sizeBytes: number;
  sha256: string;
}

/** Where an upload stands that will take the place of the file at this path: it has the same name until then. */
export function besides(path: string): string {
  return `${path}\0new`;
}

/** A copy has an id of its own, not known yet, and no marks. */
function copied(entry: Entry): Entry {
  return { ...entry, id: '', starred: false, noted: false, versions: [] };
}

/** An entry of the trash, with the folder it came from. */
export interface Trashed {
  name: string;
  parentId: string;
  root: Entry;
  /** By path below the root. */
  below: ReadonlyMap<string, Entry>;
}

/** One lane's folder. Paths begin with '/'; the lane's own folder is ''. */
export class Tree {
  entries = new Map<string, Entry>();
  trash = new Map<string, Trashed>();

  clone(): Tree {
    const copy = new Tree();
    copy.entries = new Map(this.entries);
    copy.trash = new Map(this.trash);
    return copy;
  }

  add(path: string, entry: Entry): void {
    this.entries.set(path, entry);
  }

  below(path: string): Map<string, Entry> {
    const found = new Map<string, Entry>();
    for (const [at, entry] of this.entries) if (at.startsWith(`${path}/`)) found.set(at.slice(path.length), entry);
    return found;
  }

  remove(path: string): void {
    for (const at of this.below(path).keys()) this.entries.delete(path + at);
    this.entries.delete(path);
  }

  graft(path: string, root: Entry, below: ReadonlyMap<string, Entry>): void {
    this.entries.set(path, root);
    for (const [at, entry] of below) this.entries.set(path + at, entry);
  }

  move(from: string, to: string): void {
    const root = this.entries.get(from);
    if (!root) return;
    const below = this.below(from);
    this.remove(from);
    this.graft(to, root, below);
  }

  /** Copies what is complete; the ids of copies are not known yet. */
  copy(from: string, to: string): void {
    const root = this.entries.get(from);
    if (!root) return;
    const below = [...this.below(from)].filter(([, entry]) => !entry.isPending);
    this.graft(to, copied(root), new Map(below.map(([at, entry]) => [at, copied(entry)])));
  }

  /** Gives new names, all at once: two may be swapped. @param names  by path */
  renameAll(names: ReadonlyMap<string, string>): void {
    const renamed = (path: string): string => {
      if (path === '') return '';
      return `${renamed(parentOf(path))}/${names.get(path) ?? nameOf(path)}`;
    };
    this.entries = new Map([...this.entries].map(([path, entry]) => [renamed(path), entry]));
  }

  /** Changes what is known of entries, in the trash too. */
  mark(wanted: (entry: Entry) => boolean, marks: Pick<Entry, 'starred' | 'noted'>): void {
    const marked = (entry: Entry): Entry => (wanted(entry) ? { ...entry, ...marks } : entry);
    const all = (entries: ReadonlyMap<string, Entry>) =>
      new Map([...entries].map(([at, entry]) => [at, marked(entry)]));
    this.entries = all(this.entries);
    for (const [id, thrown] of this.trash)
      this.trash.set(id, { ...thrown, root: marked(thrown.root), below: all(thrown.below) });
  }

  moveToTrash(path: string, parentId: string): void {
    const root = this.entries.get(path);
    if (!root) return;
    this.trash.set(root.id, { name: nameOf(path), parentId, root, below: this.below(path) });
    this.remove(path);
  }

  /** Lines to compare, one an entry; ids are left out except in the trash. */
  lines(): string[] {
    const live = [...this.entries].map(
      ([path, entry]) =>
        `${path}\t${entry.isFile ? entry.sizeBytes : 'folder'}${entry.isPending ? '\tpending' : ''}${entry.starred ? '\tstarred' : ''}${entry.noted ? '\tnoted' : ''}`,
    );
    const trashed = [...this.trash].map(([id, { name }]) => `~${id}\t${name}`);
    return [...live, ...trashed].sort();
  }
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** Lines only in the first, and only in the second. */
export function differ(expected: readonly string[], actual: readonly string[]): { lost: string[]; extra: string[] } {
  const [has, wants] = [new Set(actual), new Set(expected)];
  return { lost: expected.filter((line) => !has.has(line)), extra: actual.filter((line) => !wants.has(line)) };
}

/** Events that a client records when a user opens a file. */
export const NOTES = ['TYPE_VIEW', 'TYPE_DOWNLOAD'] as const;

async function listAll({ wire, token }: Caller, list: 'files' | 'events', filters: object): Promise<Body[]> {
  const rows: Body[] = [];
  for (let pageToken = ''; ; ) {
    const page: Body = await mustCall(wire, 'GET', `/drive/v1/${list}`, {
      token,
      query: {
        limit: '1000',
        page_token: pageToken,
        filters: JSON.stringify(filters),
        ...(list === 'files' && { parent_id: '*' }),
      },
    });
    rows.push(...page[list]);
    pageToken = page.next_page_token;
    if (pageToken === '') return rows;
  }
}

/** Two entries of one path would hide each other; one of them may wait to take the other's place. */
function addListed(tree: Tree, path: string, entry: Entry): void {
  const there = tree.entries.get(path);
  if (!there) tree.add(path, entry);
  else if (there.isPending && !entry.isPending) {
    tree.add(besides(path), there);
    tree.add(path, entry);
  } else tree.add(entry.isPending && !tree.entries.has(besides(path)) ? besides(path) : `${path}\0${entry.id}`, entry);
}

/** A person's drive as it is listed: the tree below each folder of the root, by name, and ids of the trash. */
export interface ListedDrive {
  tops: ReadonlyMap<string, Tree>;
  trash: ReadonlyMap<string, string>;
}

export async function readDrive(person: Caller): Promise<ListedDrive> {
  const [folders, files, trashed, events] = await Promise.all([
    listAll(person, 'files', { kind: { eq: 'drive#folder' } }),
    listAll(person, 'files', { phase: { in: 'PHASE_TYPE_COMPLETE,PHASE_TYPE_PENDING' } }),
    listAll(person, 'files', { trashed: { eq: true } }),
    listAll(person, 'events', { type: { in: NOTES } }),
  ]);
  const noted = new Set(events.map((event: Body) => event.file_id));
  const byParent = new Map<string, Body[]>();
  for (const row of [...folders, ...files]) byParent.set(row.parent_id, [...(byParent.get(row.parent_id) ?? []), row]);
  const tops = new Map<string, Tree>();
  for (const top of byParent.get('') ?? []) {
    const tree = new Tree();
    const stack: [string, string][] = [[top.id, '']];
    for (let at = stack.pop(); at; at = stack.pop())
      for (const row of byParent.get(at[0]) ?? []) {
        const path = `${at[1]}/${row.name}`;
        addListed(tree, path, {
          id: row.id,
          isFile: row.kind === 'drive#file',
          sizeBytes: Number(row.size),
          isPending: row.phase !== 'PHASE_TYPE_COMPLETE',
          sha256: '',
          starred: row.starred,
          noted: noted.has(row.id),
        });
        if (row.kind === 'drive#folder') stack.push([row.id, path]);
      }
    tops.set(top.name, tree);
  }
  return { tops, trash: new Map(trashed.map((row: Body) => [row.id, row.name])) };
}
