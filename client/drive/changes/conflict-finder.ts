/** Finds name conflicts before a move, copy, restore or upload: asks the server which names are taken. */
import type { PickedEntry } from '#client/transfer/upload/picked.ts';
import { numberedName } from '#shared/drive/names.ts';
import { type DriveRow, rowOf } from '#shared/drive/rows.ts';
import type { NameConflict } from '#shared/drive/versions.contract.ts';
import { type Conflict, type ConflictSide, type Destination, likeness } from '../conflicts/conflict.rules.ts';
import { grouped } from '../listing/group-by.ts';

/** Most folders that are asked about: those of restored rows, and those that an upload merges into. */
const MAX_FOLDERS = 100;
/** 256 MiB: files of equal size but another time are read to compare them, up to this sum. */
const MAX_COMPARED_BYTES = 268_435_456;
/** Numbers tried for a free name. */
const NUMBERS = 6;
/** More conflicts than this are shown without free names. */
const MAX_NAMED = 300;

export interface ConflictFinderDeps {
  /** @throws ApiError, after a few seconds at most */
  readonly taken: (parentId: string, names: readonly string[]) => Promise<readonly NameConflict[]>;
  /** The content hash that the drive stores, in upper or lower case. @throws when the file cannot be read */
  readonly hashOf: (file: File) => Promise<string>;
}

export interface ConflictFinder {
  /** @param to  the destination; null: each row goes back to its own folder */
  inRows(rows: readonly DriveRow[], to: Destination | null): Promise<Conflict[]>;
  inPicked(picked: readonly PickedEntry[], folderId: string): Promise<Conflict[]>;
  /** Adds the names that keeping both would give. Where a lookup fails, the conflicts stay without them. */
  withFreeNames(conflicts: readonly Conflict[]): Promise<readonly Conflict[]>;
}

/** An existing row with the hash of its content; '' where there is none. */
type ExistingRow = DriveRow & { readonly hash: string };

interface Candidate extends Conflict {
  /** Sizes alone are equal: the incoming file and the hash of the existing one must be compared. */
  readonly compare?: { readonly file: File; readonly hash: string };
}

interface IncomingItem extends Pick<Conflict, 'key' | 'name' | 'folders' | 'incoming' | 'inside'> {
  readonly isUpload: boolean;
  /** Of an upload; null for a folder. */
  readonly file?: File | null;
}

/** A folder of the upload that exists in the drive, and the picked files inside it. */
interface UploadLevel {
  readonly parentId: string;
  readonly path: readonly string[];
  readonly picked: readonly PickedEntry[];
  readonly inside: string | null;
}

const sideOf = ({ folder, sizeBytes, modifiedMs }: DriveRow): ConflictSide => ({ folder, sizeBytes, modifiedMs });

/** Key of an uploaded file or folder. */
export function pathKey(folders: readonly string[], name: string): string {
  return [...folders, name].join('/');
}

function conflictOf(item: IncomingItem, parentId: string, existing: readonly ExistingRow[]): Candidate | null {
  const { isUpload, file = null, ...one } = item;
  const others = existing.filter(({ id, name }) => name !== '' && id !== one.key);
  const sameKind = others.find(({ folder }) => folder === one.incoming.folder);
  const found = sameKind ?? others[0];
  if (!found) return null;
  const like = isUpload ? likeness(one.incoming, sideOf(found)) : 'other';
  return {
    ...one,
    parentId,
    existing: sideOf(found),
    isMerge: isUpload && one.incoming.folder,
    mayReplace: sameKind !== undefined,
    isUnchanged: like === 'same',
    freeName: null,
    ...(like === 'maybe' && file && found.hash !== '' ? { compare: { file, hash: found.hash } } : {}),
  };
}

export function makeConflictFinder({ taken, hashOf }: ConflictFinderDeps): ConflictFinder {
  async function existingIn(parentId: string, names: Iterable<string>): Promise<Map<string, ExistingRow[]>> {
    const rows = await taken(parentId, [...new Set(names)]);
    const byName = grouped(rows, ({ name }) => name);
    return new Map(
      [...byName].map(([name, files]) => [name, files.map(({ file }) => ({ ...rowOf(file), hash: file.hash ?? '' }))]),
    );
  }

  /** Conflicts of one level, and the existing folders below it that the upload merges into. */
  async function scanLevel(level: UploadLevel): Promise<{ conflicts: Candidate[]; below: UploadLevel[] }> {
    const { path, inside, parentId } = level;
    const conflicts: Candidate[] = [];
    const below: UploadLevel[] = [];
    const items = grouped(level.picked, ({ file, folders }) => folders[path.length] ?? file?.name ?? '');
    items.delete('');
    // A failure at the top fails the whole search; below it, the conflicts found so far are asked about.
    const existing = await existingIn(parentId, items.keys()).catch((error: unknown) => {
      if (inside === null) throw error;
      return new Map<string, ExistingRow[]>();
    });
    for (const [name, picked] of items) {
      const rows = existing.get(name);
      // Size and time of a picked file are read from the disk each time: 0.1 ms on the page's thread.
      if (!rows) continue;
      const file = picked.find((one) => one.file && one.folders.length === path.length)?.file ?? null;
      const incoming = { folder: file === null, sizeBytes: file?.size ?? 0, modifiedMs: file?.lastModified ?? 0 };
      const key = pathKey(path, name);
      const conflict = conflictOf({ key, name, folders: path, incoming, inside, isUpload: true, file }, parentId, rows);
      if (!conflict) continue;
      // A folder inside a merged folder is merged without a question.
      if (inside === null || !conflict.isMerge) conflicts.push(conflict);
      const folder = rows.find((row) => row.folder);
      if (conflict.isMerge && folder)
        below.push({ parentId: folder.id, path: [...path, name], picked, inside: inside ?? key });
    }
    return { conflicts, below };
  }

  /** Reads files whose size alone is equal. A file that cannot be read counts as changed. */
  async function compareContents(candidates: readonly Candidate[]): Promise<Conflict[]> {
    let leftBytes = MAX_COMPARED_BYTES;
    const result: Conflict[] = [];
    for (const { compare, ...conflict } of candidates) {
      leftBytes -= compare ? compare.file.size : 0;
      const hash = compare && leftBytes >= 0 ? await hashOf(compare.file).catch(() => '') : '';
      const isSame = compare !== undefined && hash.toLowerCase() === compare.hash.toLowerCase();
      result.push(isSame ? { ...conflict, isUnchanged: true } : conflict);
    }
    return result;
  }

  return {
    async inRows(rows, to) {
      const groups = [...grouped(rows, (row) => to?.id ?? row.parentId)].slice(0, MAX_FOLDERS);
      const conflicts = groups.map(async ([parentId, group]) => {
        const names = group.map(({ name }) => name);
        const existing = await existingIn(parentId, names).catch(() => new Map<string, ExistingRow[]>());
        return group.flatMap((row) => {
          const item = {
            key: row.id,
            name: row.name,
            folders: [],
            incoming: sideOf(row),
            inside: null,
            isUpload: false,
          };
          return conflictOf(item, parentId, existing.get(row.name) ?? []) ?? [];
        });
      });
      return (await Promise.all(conflicts)).flat();
    },
    async inPicked(picked, folderId) {
      const found: Candidate[] = [];
      const levels: UploadLevel[] = [{ parentId: folderId, path: [], picked, inside: null }];
      for (const [at, level] of levels.entries()) {
        if (at === MAX_FOLDERS) break;
        const { conflicts, below } = await scanLevel(level);
        found.push(...conflicts);
        levels.push(...below);
      }
      return compareContents(found);
    },
    async withFreeNames(conflicts) {
      if (conflicts.length > MAX_NAMED) return conflicts;
      const numbers = Array.from({ length: NUMBERS }, (_, at) => at + 1);
      try {
        const free = new Map<string, string>();
        for (const [parentId, group] of grouped(conflicts, (one) => one.parentId)) {
          const candidates = group.flatMap(({ name }) => numbers.map((number) => numberedName(name, number)));
          const existing = await existingIn(parentId, candidates);
          for (const { key, name } of group) {
            const next = numbers.map((number) => numberedName(name, number)).find((one) => !existing.has(one));
            if (next !== undefined) free.set(key, next);
          }
        }
        return conflicts.map((one) => ({ ...one, freeName: free.get(one.key) ?? null }));
      } catch {
        return conflicts;
      }
    },
  };
}
