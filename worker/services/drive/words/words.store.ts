/**
 * The index of words inside files. A sweep compares it with the tree, slice by slice: words of files that are no longer in place go,
 * and files that are not in it are named to the job that reads them. No change of a file writes a row for it.
 */
import { type BlobManifest, parseManifest } from '#shared/content/manifest.ts';
import { MIB } from '#shared/units.ts';
import { readBytesOf, type TextKind, textKindOf } from '#worker/platform/texts/reader.ts';
import type { DriveTx } from '../core/tx.ts';
import { liveOf } from '../tree/tree.store.ts';
import { WORD_INDEX } from './tables.ts';

/** Raised when words are taken out by other rules, or out of more files: every index is then made anew. */
const WORDS_VERSION = 4;
/** Words of one drive; files beyond are not read until others go. */
const MAX_INDEX_BYTES = 512 * MIB;
/** Words of a drive for each byte that counts against its space: a packed document of 1 KB may hold 256 KB. */
const WORDS_PER_BYTE = 4;
/** Words beyond that, so that few small documents are read. */
const SMALL_INDEX_BYTES = 8 * MIB;
/** Rows of one slice of a sweep. */
const SLICE_ROWS = 1_000;
/** Files that one transaction removes, and that a slice names at most. */
const SLICE_FILES = 64;

export interface WordState extends Record<string, SqlStorageValue> {
  version: number;
  place: string | null;
  begun: number;
  ended_ms: number;
  lease_ms: number;
  bytes: number;
}

/** A file to read. */
export interface UnreadFile {
  readonly id: string;
  readonly contentKey: string;
  readonly kind: TextKind;
  readonly manifest: BlobManifest;
  /** From the beginning. */
  readonly readBytes: number;
  /** A run of this sweep could not read it. */
  readonly hasFailed: boolean;
}

export interface ReadFile extends Pick<UnreadFile, 'id' | 'contentKey'> {
  /** With spaces between; '': it has no text; null: it could not be read, and the next run tries again. */
  readonly tokens: string | null;
}

/** A slice of a sweep. @property place  of the next; null: the sweep has ended */
export interface WordSlice {
  readonly files: readonly UnreadFile[];
  /** Of this slice. */
  readonly from: string;
  readonly place: string | null;
}

/** Places of a sweep: files of the index by their rows, then the tree by its ids. */
const OF_INDEX = 'index ';
const OF_TREE = 'tree ';
/** In place of the content that was read, for a file that could not be read. */
const UNREAD = '';

export function wordState(sql: SqlStorage): WordState | null {
  return sql.exec<WordState>('SELECT * FROM word_state').toArray()[0] ?? null;
}

/** Whether the person switched the search inside files off. */
export const isSwitchedOff = (sql: SqlStorage): boolean => sql.exec('SELECT 1 FROM words_off').toArray().length > 0;

/** Repeating it changes nothing. The index goes, or is made anew, by the alarm. */
export function switchWords({ sql, nowMs }: DriveTx, isOn: boolean): void {
  if (isOn !== isSwitchedOff(sql)) return;
  if (isOn) sql.exec('DELETE FROM words_off');
  else sql.exec('INSERT INTO words_off VALUES (?)', nowMs);
}

const revisionOf = (sql: SqlStorage): number =>
  sql.exec<{ revision: number }>('SELECT revision FROM space').one().revision;

function maxIndexBytes(sql: SqlStorage): number {
  const { usage_bytes } = sql.exec<{ usage_bytes: number }>('SELECT usage_bytes FROM space').one();
  return Math.min(MAX_INDEX_BYTES, WORDS_PER_BYTE * usage_bytes + SMALL_INDEX_BYTES);
}

export const hasIndex = (sql: SqlStorage): boolean =>
  sql.exec("SELECT 1 FROM sqlite_schema WHERE name = 'words'").toArray().length > 0;

/** Whether the tree may differ from the index. */
export function isBehind(sql: SqlStorage, state: WordState | null): boolean {
  const isOther = state?.version !== WORDS_VERSION || state.place !== null || state.begun !== revisionOf(sql);
  return isOther || isEmptied(sql);
}

/** Nothing of the index stays. */
export function forgetWords(sql: SqlStorage): void {
  if (!wordState(sql)) return;
  sql.exec('DROP TABLE IF EXISTS word_tokens');
  sql.exec('DROP TABLE IF EXISTS words');
  sql.exec('DELETE FROM word_files');
  sql.exec('DELETE FROM word_state');
}

/** A copy of a database has the rows of virtual tables left out: such an index is empty, and its files say otherwise. */
function isEmptied(sql: SqlStorage): boolean {
  const holds = (text: string): boolean => sql.exec(text).toArray().length > 0;
  if (!holds('SELECT 1 FROM word_files WHERE bytes > 0 LIMIT 1')) return false;
  return !hasIndex(sql) || !holds('SELECT 1 FROM words_docsize LIMIT 1');
}

/** The state for a run, whose lease ends then. An index by other rules is forgotten. */
export function leaseWords(sql: SqlStorage, untilMs: number): void {
  if (wordState(sql)?.version !== WORDS_VERSION || isEmptied(sql)) forgetWords(sql);
  if (!wordState(sql)) sql.exec('INSERT INTO word_state VALUES (?, NULL, -1, 0, 0, 0)', WORDS_VERSION);
  sql.exec('UPDATE word_state SET lease_ms = ?', untilMs);
}

interface IndexedFile extends Record<string, SqlStorageValue> {
  n: number;
  node_id: string;
  content_key: string;
  now_key: string | null;
}

function remove(sql: SqlStorage, files: readonly Pick<IndexedFile, 'n'>[]): void {
  if (files.length === 0) return;
  const list = JSON.stringify(files.map(({ n }) => n));
  const held = sql
    .exec<{ bytes: number }>(
      'SELECT coalesce(sum(bytes), 0) AS bytes FROM word_files WHERE n IN (SELECT value FROM json_each(?))',
      list,
    )
    .one();
  if (hasIndex(sql)) sql.exec('DELETE FROM words WHERE rowid IN (SELECT value FROM json_each(?))', list);
  sql.exec('DELETE FROM word_files WHERE n IN (SELECT value FROM json_each(?))', list);
  sql.exec('UPDATE word_state SET bytes = bytes - ?', held.bytes);
}

/** Words of files that are not in place, or have another content. @returns the next place */
function removeDead(sql: SqlStorage, after: number): string {
  const rows = sql
    .exec<IndexedFile>(
      `SELECT n, node_id, word_files.content_key, nodes.content_key AS now_key FROM word_files
       LEFT JOIN nodes ON nodes.id = node_id WHERE n > ? ORDER BY n LIMIT ${SLICE_ROWS}`,
      after,
    )
    .toArray();
  const live = new Set(
    liveOf(
      sql,
      rows.map(({ node_id }) => node_id),
    ),
  );
  const dead = rows.filter(({ node_id, content_key, now_key }) => content_key !== now_key || !live.has(node_id));
  remove(sql, dead.slice(0, SLICE_FILES));
  if (dead.length > SLICE_FILES) return `${OF_INDEX}${dead[SLICE_FILES - 1]?.n ?? after}`;
  return rows.length < SLICE_ROWS ? OF_TREE : `${OF_INDEX}${rows.at(-1)?.n ?? after}`;
}

interface SweptNode extends Record<string, SqlStorageValue> {
  id: string;
  name: string;
  is_file: number;
  phase: string;
  size_bytes: number;
  content_key: string | null;
  manifest: string | null;
  read_key: string | null;
}

/** Files in place that the index does not have. */
function unreadFiles(sql: SqlStorage, after: string): Omit<WordSlice, 'from'> {
  const rows = sql
    .exec<SweptNode>(
      `SELECT slice.*, contents.manifest, word_files.content_key AS read_key FROM
         (SELECT id, name, is_file, phase, size_bytes, content_key FROM nodes WHERE id > ? ORDER BY id LIMIT ${SLICE_ROWS}) AS slice
       LEFT JOIN contents ON contents.content_key = slice.content_key
       LEFT JOIN word_files ON word_files.node_id = slice.id ORDER BY slice.id`,
      after,
    )
    .toArray();
  const files = rows.flatMap((row): UnreadFile[] => {
    const { id, content_key: contentKey, phase, size_bytes: sizeBytes } = row;
    if (row.is_file === 0 || contentKey === null || contentKey === row.read_key) return [];
    const kind = phase === 'PHASE_TYPE_COMPLETE' ? textKindOf(row.name) : null;
    const manifest = kind && parseManifest(row.manifest ?? '');
    const readBytes = kind ? readBytesOf(kind, sizeBytes) : 0;
    const hasFailed = row.read_key === UNREAD;
    return kind && manifest && readBytes > 0 ? [{ id, contentKey, kind, manifest, readBytes, hasFailed }] : [];
  });
  const some = files.slice(0, SLICE_FILES);
  const live = new Set(
    liveOf(
      sql,
      some.map(({ id }) => id),
    ),
  );
  const isWhole = files.length === some.length;
  const last = isWhole ? rows.at(-1)?.id : some.at(-1)?.id;
  const isEnd = isWhole && rows.length < SLICE_ROWS;
  return { files: some.filter(({ id }) => live.has(id)), place: isEnd ? null : `${OF_TREE}${last ?? after}` };
}

/** The next slice. Its place is stored with what was read of it: a run that dies is repeated from there. */
export function nextSlice({ sql }: DriveTx): WordSlice {
  const state = wordState(sql);
  if (!state || isSwitchedOff(sql)) return { files: [], from: '', place: null };
  const from = state.place ?? `${OF_INDEX}0`;
  if (state.place === null) sql.exec('UPDATE word_state SET begun = ?, place = ?', revisionOf(sql), from);
  if (!from.startsWith(OF_TREE))
    return { files: [], from, place: removeDead(sql, Number(from.slice(OF_INDEX.length))) };
  if (state.bytes >= maxIndexBytes(sql)) return { files: [], from, place: null };
  return { from, ...unreadFiles(sql, from.slice(OF_TREE.length)) };
}

/** Stores what was read. A file that is gone or has another content since is left out. */
export function storeWords({ sql }: DriveTx, files: readonly ReadFile[]): void {
  if (files.length === 0 || !wordState(sql) || isSwitchedOff(sql)) return;
  sql.exec(WORD_INDEX);
  const live = new Set(
    liveOf(
      sql,
      files.map(({ id }) => id),
    ),
  );
  for (const { id, contentKey, tokens } of files) {
    const isNow = sql.exec('SELECT 1 FROM nodes WHERE id = ? AND content_key = ?', id, contentKey).toArray().length > 0;
    if (!isNow || !live.has(id)) continue;
    remove(sql, sql.exec<IndexedFile>('SELECT n FROM word_files WHERE node_id = ?', id).toArray());
    // Characters count as bytes: two of an Asian script are a pair of which the index keeps more.
    const { n } = sql
      .exec<{ n: number }>(
        'INSERT INTO word_files (node_id, content_key, bytes) VALUES (?, ?, ?) RETURNING n',
        id,
        tokens === null ? UNREAD : contentKey,
        tokens?.length ?? 0,
      )
      .one();
    if (!tokens) continue;
    sql.exec('INSERT INTO words (rowid, text) VALUES (?, ?)', n, tokens);
    sql.exec('UPDATE word_state SET bytes = bytes + ?', tokens.length);
  }
}

/** Everything of a slice is stored. Another run may have ended it before. */
export function endSlice({ sql, nowMs }: DriveTx, { from, place }: Pick<WordSlice, 'from' | 'place'>): void {
  const endedMs = place === null ? nowMs : null;
  sql.exec('UPDATE word_state SET place = ?, ended_ms = coalesce(?, ended_ms) WHERE place IS ?', place, endedMs, from);
}
