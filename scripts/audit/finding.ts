/** Findings of an audit and the copies it reads. Types and small queries; no I/O. */
import type { SQLInputValue } from 'node:sqlite';
import type { BlobListing } from './blob-listing.ts';
import { type DamagedFile, type ObjectCopy, rowsOf } from './state-copy.ts';

/** Number of the invariant; the list is in README.md. */
export type Invariant =
  | 'I0'
  | 'I1'
  | 'I2'
  | 'I3'
  | 'I4'
  | 'I5'
  | 'I7'
  | 'I8'
  | 'I9'
  | 'I10'
  | 'I11'
  | 'I12'
  | 'I13'
  | 'I14'
  | 'I15'
  | 'I16'
  | 'I17';

/** The repair of a finding by `--repair`. */
export type Repair =
  | { kind: 'remove-blob'; key: string }
  | { kind: 'sql'; file: string; statement: string; values: readonly SQLInputValue[] };

/** One violation. */
export interface Finding {
  invariant: Invariant;
  /** Names what is wrong in one word; tests go by it. */
  kind: string;
  /** Class and name of the object it was found in, or the store. */
  where: string;
  /** Ids the finding is about. */
  ids: readonly string[];
  says: string;
  repair?: Repair;
}

/** Everything one audit looks at. */
export interface Audited {
  nowMs: number;
  /** A server runs on the folder: overdue work should have been done. */
  running: boolean;
  /** By how many digits the blob index is spread. */
  indexDigits: number;
  objects: readonly ObjectCopy[];
  nameless: readonly string[];
  damaged: readonly DamagedFile[];
  store: BlobListing;
}

/** An event that waits in an outbox. */
export interface WaitingEvent {
  id: string;
  event: string;
  payload: Record<string, unknown>;
  dueMs: number;
}

export function whereOf(object: ObjectCopy): string {
  return `${object.className} ${object.name}`;
}

export function ofClass(audited: Audited, className: string): ObjectCopy[] {
  return audited.objects.filter((object) => object.className === className);
}

export function byName(audited: Audited, className: string): ReadonlyMap<string, ObjectCopy> {
  return new Map(ofClass(audited, className).map((object) => [object.name, object]));
}

/** @param event  only events of this name */
export function waitingEvents(object: ObjectCopy, event?: string): WaitingEvent[] {
  return rowsOf<{ id: string; event: string; payload: string; due_ms: number }>(
    object.db,
    'SELECT id, event, payload, due_ms FROM _outbox',
  )
    .filter((row) => event === undefined || row.event === event)
    .map((row) => ({
      id: row.id,
      event: row.event,
      payload: JSON.parse(row.payload) as Record<string, unknown>,
      dueMs: row.due_ms,
    }));
}

/** Reads ids of a one-column query. */
export function idsOf(object: ObjectCopy, sql: string, ...values: SQLInputValue[]): string[] {
  return rowsOf<{ id: string }>(object.db, sql, ...values).map((row) => row.id);
}

/** One finding for each id of a query whose column is called `id`. */
export function eachOf(
  object: ObjectCopy,
  finding: Pick<Finding, 'invariant' | 'kind' | 'says'>,
  sql: string,
  ...values: SQLInputValue[]
): Finding[] {
  return idsOf(object, sql, ...values).map((id) => ({ ...finding, where: whereOf(object), ids: [id] }));
}
