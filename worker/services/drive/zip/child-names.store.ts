/**
 * Names of the entries of one folder in a zip file. Every file system accepts them, and they differ: a name that stays as it is in
 * the drive comes first, one that was changed to a safe one gets a number when another has it.
 */
import { createHash } from 'node:crypto';
import { nameKey, numberedName } from '#shared/drive/names.ts';
import { nameTaken } from '../tree/tree.store.ts';
import { safeEntryName } from './root-names.ts';

/** Folders of one name in one place that are numbered in their order. */
const CROWD = 12;
/** Larger folders are not read for their names: each changed one gets a mark. */
const READ_NAMES = 20_000;
/** Numbers that a place in the walk holds. */
const HELD_NUMBERS = 64;
/** Digits of a mark. */
const MARKS = [12, 24, 48];

/** Numbers of changed names by node id; `many`: changed names get marks. */
export type FolderNumbers = Readonly<Record<string, number>> | 'many';

export interface NamedNode {
  readonly id: string;
  readonly is_file: number;
  readonly name: string;
  readonly sort_key: string;
}

function markOf(id: string, digits: number): string {
  return createHash('sha256').update(id).digest('hex').slice(0, digits);
}

/** Folders of one place may have equal names: all but the first get a free number, and a mark where many are equal. */
function folderName(sql: SqlStorage, parentId: string, { id, name, sort_key: sortKey }: NamedNode): string {
  const key = nameKey(name);
  const earlier = sql
    .exec<{ name_key: string }>(
      `SELECT name_key FROM nodes INDEXED BY nodes_by_name WHERE parent_id = ? AND state = 0 AND is_file IN (0, 1)
           AND sort_key = ? AND (is_file = 1 OR id < ?) LIMIT ${CROWD}`,
      parentId,
      sortKey,
      id,
    )
    .toArray();
  let left = earlier.filter((row) => row.name_key === key).length;
  if (left === 0 && earlier.length < CROWD) return name;
  // Few statements for each folder, however many are equal.
  for (let number = 1; earlier.length < CROWD && number <= CROWD; number += 1) {
    const free = numberedName(name, number);
    if (!nameTaken(sql, parentId, free)) left -= 1;
    if (left === 0) return free;
  }
  return numberedName(name, markOf(id, MARKS[0] ?? 0));
}

type SiblingRow = NamedNode & { readonly name_key: string } & Record<string, SqlStorageValue>;

/** In the order of the walk. */
function siblings(sql: SqlStorage, parentId: string): SiblingRow[] {
  const read = (isFile: 0 | 1): SiblingRow[] =>
    sql
      .exec<SiblingRow>(
        `SELECT id, is_file, name, sort_key, name_key FROM nodes INDEXED BY nodes_by_name
           WHERE parent_id = ? AND state = 0 AND is_file = ? ORDER BY sort_key, id LIMIT ${READ_NAMES + 1}`,
        parentId,
        isFile,
      )
      .toArray();
  return [...read(1), ...read(0)];
}

/** The numbers of a folder whose names change in a zip file: it is read once in a walk, and only when a name changes. */
export function folderNumbers(sql: SqlStorage, parentId: string): FolderNumbers {
  const rows = siblings(sql, parentId);
  if (rows.length > READ_NAMES) return 'many';
  const taken = new Set<string>();
  const seen = new Set<string>();
  const changed: { id: string; safe: string }[] = [];
  let equal = 0;
  for (const row of rows) {
    const safe = safeEntryName(row.name);
    if (safe !== row.name) changed.push({ id: row.id, safe });
    else if (row.is_file === 0 && seen.has(row.name_key)) {
      equal += 1;
      if (equal > CROWD) return 'many';
      taken.add(nameKey(folderName(sql, parentId, row)));
    } else taken.add(row.name_key);
    seen.add(row.name_key);
  }
  const numbers: Record<string, number> = {};
  const firstFree = new Map<string, number>();
  let held = 0;
  for (const { id, safe } of changed) {
    const key = nameKey(safe);
    if (taken.has(key)) {
      held += 1;
      if (held > HELD_NUMBERS) return 'many';
      let number = firstFree.get(key) ?? 1;
      while (taken.has(nameKey(numberedName(safe, number)))) number += 1;
      firstFree.set(key, number + 1);
      numbers[id] = number;
    }
    taken.add(nameKey(numbers[id] === undefined ? safe : numberedName(safe, numbers[id])));
  }
  return numbers;
}

/** A name with a mark that no other one of the folder has. */
function markedName(sql: SqlStorage, parentId: string, id: string, safe: string): string {
  const tried = MARKS.map((digits) => numberedName(safe, markOf(id, digits)));
  return tried.find((name) => !nameTaken(sql, parentId, name)) ?? numberedName(safe, markOf(id, 64));
}

/** @param numbers  of the folder, asked for when the name changes */
export function entryName(sql: SqlStorage, parentId: string, node: NamedNode, numbers: () => FolderNumbers): string {
  const safe = safeEntryName(node.name);
  if (safe === node.name) return node.is_file === 1 ? node.name : folderName(sql, parentId, node);
  const found = numbers();
  if (found === 'many') return markedName(sql, parentId, node.id, safe);
  const number = found[node.id];
  return number === undefined ? safe : numberedName(safe, number);
}
