/**
 * Files that sync clients send in parts: a folder of parts that the client names, over the one upload session. Parts come in any order and
 * more than once; their names say their order. The file has its place when the client moves it there.
 */
import { AppError } from '#shared/errors.ts';
import type { PlanLimits } from '#shared/membership/plans.ts';
import type { DriveTx } from '../core/tx.ts';
import { requireFileSize, requirePlan } from '../entitlement/traffic.store.ts';
import { nodeById, STATE } from '../tree/tree.store.ts';
import { reserve, unreserve } from '../tree/usage/quota.ts';
import { requireStore } from '../tree/usage/store-limits.store.ts';
import { beginUpload } from '../upload/begin-session.ts';
import { abortUpload } from '../upload/finish-session.ts';
import { requireOpen } from '../upload/parts.ts';
import type { BeginUpload } from '../upload/rpc-types.ts';
import { storedParts, type UploadRow, uploadById } from '../upload/store.ts';
import { requirePut } from './change.store.ts';
import type { ProgramContext } from './conditions.store.ts';
import { holdOf } from './hold.store.ts';
import type { PathOrder } from './model.ts';

/** Parts of one file: those of a session. */
const MOST_PARTS = 10_000;
/** Names of parts: a number, or first and last byte. */
const PART_NAME = /^(\d{1,16})(?:-\d{1,16})?$/;
/** A session of no bytes would be a file at once. */
const UNSAID_BYTES = 1;

interface FolderRow extends Record<string, SqlStorageValue> {
  readonly upload_id: string;
  /** 1: the client has said the size of the file. */
  readonly sized: number;
}

interface ChunkRow extends Record<string, SqlStorageValue> {
  readonly name: string;
  readonly part: number;
  readonly size_bytes: number;
}

/** A folder of parts. */
export interface ChunkFolder {
  readonly name: string;
  /** Size of the whole file, as the client says; null: unsaid. */
  readonly totalBytes: number | null;
  readonly upload: Omit<BeginUpload, 'parentId' | 'name' | 'conflict' | 'sizeBytes' | 'hold'>;
}

/** A part that is here. */
export interface StoredChunk {
  readonly name: string;
  readonly sizeBytes: number;
  readonly atMs: number;
}

function folderOf({ sql, credential }: ProgramContext, name: string): FolderRow | null {
  const text = 'SELECT upload_id, sized FROM program_uploads WHERE credential = ? AND name = ?';
  return sql.exec<FolderRow>(text, credential, name).toArray()[0] ?? null;
}

/** @throws AppError file_not_found */
function requireFolder(context: ProgramContext, name: string): FolderRow {
  const row = folderOf(context, name);
  if (!row) throw new AppError('file_not_found', { reason: 'no_such_upload' });
  return row;
}

function chunksOf(sql: SqlStorage, uploadId: string): ChunkRow[] {
  return sql
    .exec<ChunkRow>('SELECT name, part, size_bytes FROM program_chunks WHERE upload_id = ?', uploadId)
    .toArray();
}

/** Makes a folder of parts. One of the same name that takes parts stays. @throws AppError as `beginUpload` */
export function openFolder(
  tx: DriveTx,
  context: ProgramContext,
  { name, totalBytes, upload }: ChunkFolder,
): { isNew: boolean } {
  const before = folderOf(context, name);
  if (before) {
    if (uploadById(tx.sql, before.upload_id)?.state === 'open') return { isNew: false };
    // Its bytes were refused, or its time ran out: the client begins anew under the same name.
    forgetFolder(tx.sql, before.upload_id);
  }
  const sizeBytes = Math.max(totalBytes ?? 0, UNSAID_BYTES);
  requireStore(tx, { ...upload, sizeBytes });
  requirePlan(tx, 'upload', { ...upload, sizeBytes });
  // It takes no name in the folder before it is whole, and no task shows it: the client shows how far it is.
  const input = { ...upload, sizeBytes, parentId: context.rootId, name, conflict: 'replace' as const, taskId: '' };
  const uploadId = beginUpload(tx, input);
  tx.sql.exec(
    'INSERT INTO program_uploads (credential, name, upload_id, sized) VALUES (?, ?, ?, ?)',
    context.credential,
    name,
    uploadId,
    totalBytes === null ? 0 : 1,
  );
  return { isNew: true };
}

/** Number of a part: by its name where that is a small number, else the next one that is free. */
function numberOf(chunks: readonly ChunkRow[], name: string): number {
  const taken = new Set(chunks.map(({ part }) => part));
  const wanted = /^\d{1,4}$|^0+\d{1,4}$/.test(name) ? Number(name) + 1 : chunks.length + 1;
  let part = wanted;
  while (taken.has(part)) part += 1;
  if (part > MOST_PARTS || chunks.length >= MOST_PARTS)
    throw new AppError('invalid_argument', { reason: 'part_number', field: 'part' });
  return part;
}

export interface ChunkOrder {
  readonly folder: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly free: PlanLimits;
  readonly store: BeginUpload['store'];
  readonly fileBytes: number;
}

/** Bytes that the parts take or are promised. Stored bytes of a part count until others take their place, whatever is said of those. */
function heldBytes(sql: SqlStorage, row: UploadRow, chunks: readonly ChunkRow[], before: ChunkRow | undefined): Held {
  const stored = new Map(storedParts(sql, row.id).map(({ part, size_bytes: bytes }) => [part, bytes]));
  const bytesOf = ({ part, size_bytes: said }: ChunkRow) => Math.max(said, stored.get(part) ?? 0);
  const others = chunks.filter((chunk) => chunk !== before).reduce((sum, chunk) => sum + bytesOf(chunk), 0);
  return { others, before: before ? (stored.get(before.part) ?? 0) : 0 };
}

interface Held {
  readonly others: number;
  /** Stored bytes of an earlier part of the same name. */
  readonly before: number;
}

/** A file whose size is not known grows by the part. */
function grow(tx: DriveTx, row: UploadRow, held: Held, order: ChunkOrder): void {
  const { sizeBytes, free, store, fileBytes } = order;
  const total = held.others + Math.max(sizeBytes, held.before);
  requireFileSize(fileBytes, total);
  requireStore(tx, { sizeBytes, storageLimitBytes: row.storage_limit_bytes, store });
  requirePlan(tx, 'upload', { sizeBytes, largestBytes: total, free });
  resize(tx, row, total);
}

function resize(tx: DriveTx, row: UploadRow, total: number): void {
  const more = total - row.size_bytes;
  if (more > 0) reserve(tx, row.id, more, row.storage_limit_bytes);
  else unreserve(tx.sql, row.id, -more);
  tx.sql.exec('UPDATE uploads SET size_bytes = ? WHERE id = ?', total, row.id);
  tx.sql.exec('UPDATE nodes SET size_bytes = ? WHERE id = ?', total, row.node_id);
}

/**
 * Where a part goes. A part of a name that is there takes its place.
 * @throws AppError file_not_found, invalid_argument, file_too_large, file_space_not_enough, failed_precondition
 */
export function placeChunk(
  tx: DriveTx,
  context: ProgramContext,
  order: ChunkOrder,
): { uploadId: string; part: number } {
  const { sql } = tx;
  const { folder, name, sizeBytes } = order;
  const { upload_id: uploadId, sized } = requireFolder(context, folder);
  if (!PART_NAME.test(name)) throw new AppError('invalid_argument', { reason: 'part_number', field: 'part' });
  const row = requireOpen(tx, uploadId);
  const chunks = chunksOf(sql, uploadId);
  const before = chunks.find((chunk) => chunk.name === name);
  const part = before?.part ?? numberOf(chunks, name);
  if (sized === 0) grow(tx, row, heldBytes(sql, row, chunks, before), order);
  sql.exec(
    'INSERT OR REPLACE INTO program_chunks (upload_id, name, part, size_bytes) VALUES (?, ?, ?, ?)',
    uploadId,
    name,
    part,
    sizeBytes,
  );
  return { uploadId, part };
}

/** Parts that are here, in the order of their names. @throws AppError file_not_found */
export function listChunks(context: ProgramContext, folder: string): readonly StoredChunk[] {
  const { sql } = context;
  const { upload_id: uploadId } = requireFolder(context, folder);
  const names = new Map(chunksOf(sql, uploadId).map(({ part, name }) => [part, name]));
  return storedParts(sql, uploadId)
    .flatMap(({ part, size_bytes: sizeBytes, at_ms: atMs }) => {
      const name = names.get(part);
      return name === undefined ? [] : [{ name, sizeBytes, atMs }];
    })
    .toSorted((one, other) => orderOf(one.name) - orderOf(other.name));
}

function orderOf(name: string): number {
  return Number(PART_NAME.exec(name)?.[1] ?? 0);
}

/** Numbers the parts by their names. */
function sortParts(sql: SqlStorage, uploadId: string, chunks: readonly ChunkRow[]): void {
  const sorted = chunks.toSorted((one, other) => orderOf(one.name) - orderOf(other.name));
  if (sorted.every(({ part }, at) => at === 0 || part > (sorted[at - 1]?.part ?? 0))) return;
  // Above all numbers first: no two parts may have one for a moment.
  sorted.forEach(({ part }, at) => {
    sql.exec('UPDATE upload_parts SET part = ? WHERE upload_id = ? AND part = ?', MOST_PARTS + at + 1, uploadId, part);
  });
  sql.exec(
    'UPDATE upload_parts SET part = part - ? WHERE upload_id = ? AND part > ?',
    MOST_PARTS,
    uploadId,
    MOST_PARTS,
  );
}

export interface AssembleOrder extends PathOrder {
  readonly folder: string;
  /** Size that the client says of the whole; null: unsaid. */
  readonly totalBytes: number | null;
  readonly modifiedMs: number | null;
}

/**
 * Gives the file its place; its session is then sealed as any other.
 * @throws AppError file_not_found, failed_precondition with `parts_missing` or `upload_over`; those of `requirePut`
 */
export function assemble(
  tx: DriveTx,
  context: ProgramContext,
  order: AssembleOrder,
): { uploadId: string; isNew: boolean } {
  const { sql, nowMs } = tx;
  const { folder, totalBytes, modifiedMs, ...at } = order;
  const { upload_id: uploadId, sized } = requireFolder(context, folder);
  const row = requireOpen(tx, uploadId);
  const { parentId, name, target } = requirePut(context, at);
  const stored = new Map(storedParts(sql, uploadId).map(({ part, size_bytes: bytes }) => [part, bytes]));
  const storedBytes = [...stored.values()].reduce((sum, bytes) => sum + bytes, 0);
  const wanted = totalBytes ?? (sized === 1 ? row.size_bytes : storedBytes);
  if (storedBytes !== wanted || storedBytes === 0)
    throw new AppError('failed_precondition', {
      reason: 'parts_missing',
      messageKey: 'programs.dialect.parts_missing',
    });
  if (row.size_bytes !== storedBytes) resize(tx, row, storedBytes);
  sortParts(
    sql,
    uploadId,
    chunksOf(sql, uploadId).filter(({ part }) => stored.has(part)),
  );
  const node = nodeById(sql, row.node_id);
  if (node?.state !== STATE.live) throw new AppError('file_not_found', { reason: 'no_such_upload' });
  sql.exec('UPDATE uploads SET hold = ? WHERE id = ?', holdOf(context, at.conditions), uploadId);
  sql.exec(
    'UPDATE nodes SET parent_id = ?, name = ?, user_modified_ms = ? WHERE id = ?',
    parentId,
    name,
    modifiedMs ?? nowMs,
    node.id,
  );
  return { uploadId, isNew: target === null };
}

/** Gives up a folder of parts. @throws AppError file_not_found */
export function closeFolder(tx: DriveTx, context: ProgramContext, folder: string): { ok: true } {
  const { upload_id: uploadId } = requireFolder(context, folder);
  const row = uploadById(tx.sql, uploadId);
  if (row) abortUpload(tx, row, 'Cancelled');
  forgetFolder(tx.sql, uploadId);
  return { ok: true };
}

/** The client may use the name again. */
export function forgetFolder(sql: SqlStorage, uploadId: string): void {
  sql.exec('DELETE FROM program_uploads WHERE upload_id = ?', uploadId);
  sql.exec('DELETE FROM program_chunks WHERE upload_id = ?', uploadId);
}
