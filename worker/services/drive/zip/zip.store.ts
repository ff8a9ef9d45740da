/** Zip files as the drive serves them: choosing its files, measuring it, reading its pages. */
import { createHash } from 'node:crypto';
import { splitExtension } from '#shared/drive/names.ts';
import { AppError } from '#shared/errors.ts';
import { ROOT_ID } from '#shared/ids.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DriveTx } from '../core/tx.ts';
import { requireBatch, topmost } from '../tree/batch.store.ts';
import { nodeById } from '../tree/tree.store.ts';
import { measureZipPage, readZipPage, type ZipNode, type ZipPage, zipRoots } from './walk.store.ts';

/** Who reads what. */
export interface ZipAccess {
  /** Null: a visitor of a share, whose status was checked. */
  readonly caller: CallerData | null;
  readonly shareRoots: readonly string[] | null;
  /** The chosen nodes; none: everything. */
  readonly ids: readonly string[];
  /** A stored choice instead of `ids`; '' for none. */
  readonly selection: string;
}

export type ZipStep =
  /** Stores a long choice. @param untilMs  until when */
  | { readonly do: 'choose'; readonly untilMs: number }
  | { readonly do: 'look' }
  | { readonly do: 'measure'; readonly cursor: string; readonly offset: number }
  /** @param light  checks the page and returns no entries */
  | { readonly do: 'read'; readonly page: Pick<ZipPage, 'cursor' | 'entries' | 'digest'>; readonly light?: boolean };

export interface ZipAnswer {
  /** Changes when the entries may have changed. */
  readonly revision: string;
  /** The choice in short, for a link. */
  readonly ids: readonly string[];
  readonly selection: string;
  /** Name for the file without its extension; '' when the choice suggests none. */
  readonly name: string;
  readonly pages: readonly ZipPage[];
  /** Where to measure on; null: all is measured. */
  readonly next: string | null;
  readonly nodes: readonly ZipNode[];
}

/** Pages measured by one call. */
const CALL_PAGES = 4;
/** Longer choices are stored: a link stays below what every server takes. */
const IDS_IN_LINK = 40;
/** Stored choices of the owner; the oldest end first. Visitors store none. */
const MAX_SELECTIONS = 500;

function storeSelection({ sql, nowMs }: DriveTx, ids: readonly string[], untilMs: number): string {
  const text = JSON.stringify(ids);
  const id = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  sql.exec('DELETE FROM zip_selections WHERE until_ms <= ?', nowMs);
  sql.exec(
    'INSERT INTO zip_selections (id, ids, until_ms) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET until_ms = max(until_ms, excluded.until_ms)',
    id,
    text,
    untilMs,
  );
  sql.exec(
    `DELETE FROM zip_selections WHERE id IN
       (SELECT id FROM zip_selections WHERE id <> ? ORDER BY until_ms DESC LIMIT -1 OFFSET ?)`,
    id,
    MAX_SELECTIONS - 1,
  );
  return id;
}

/** @throws AppError not_found */
function selectedIds(sql: SqlStorage, selection: string): string[] {
  const row = sql.exec<{ ids: string }>('SELECT ids FROM zip_selections WHERE id = ?', selection).toArray()[0];
  if (!row) throw new AppError('not_found');
  return JSON.parse(row.ids) as string[];
}

function revisionOf(sql: SqlStorage): string {
  const row = sql
    .exec<{ n: number; blocked: number }>(
      'SELECT revision AS n, (SELECT count(*) FROM blocked_contents) AS blocked FROM space',
    )
    .one();
  return `${row.n}.${row.blocked}`;
}

/** The name of the one chosen thing, or of the folder that all chosen ones are in. */
function nameOf(sql: SqlStorage, access: ZipAccess, ids: readonly string[]): string {
  const [first, second] = zipRoots(sql, { ids, shareRoots: access.shareRoots });
  if (!first) return '';
  if (!second) return first.is_file === 1 ? splitExtension(first.name).base : first.name;
  // A visitor does not learn the name of a folder above the share.
  return access.shareRoots || first.parent_id === ROOT_ID ? '' : (nodeById(sql, first.parent_id)?.name ?? '');
}

const NOTHING = { ids: [], selection: '', name: '', pages: [], next: null, nodes: [] } as const;

function choose(tx: DriveTx, access: ZipAccess, untilMs: number): Partial<ZipAnswer> {
  if (!access.shareRoots && access.ids.length > 0) requireBatch(tx.sql, access.ids, 'refuse');
  // One choice has one order, whatever it was asked in: so it is stored once and measured once.
  const ids = topmost(tx.sql, access.ids).sort();
  const name = access.ids.length === 0 && !access.shareRoots ? '' : nameOf(tx.sql, access, ids);
  if (ids.length <= IDS_IN_LINK) return { name, ids };
  if (!access.caller) throw new AppError('zip_too_many_chosen');
  return { name, selection: storeSelection(tx, ids, untilMs) };
}

function measure(sql: SqlStorage, access: ZipAccess, cursor: string, offset: number): Partial<ZipAnswer> {
  const pages: ZipPage[] = [];
  let next: string | null = cursor;
  let at = offset;
  while (next !== null && pages.length < CALL_PAGES) {
    const measured = measureZipPage(sql, access, next, at);
    if (measured.page.entries > 0) pages.push(measured.page);
    at += measured.page.localBytes;
    next = measured.next;
  }
  return { pages, next };
}

/** One step of making a zip file. @throws AppError unauthenticated, file_not_found, file_in_recycle_bin, not_found, failed_precondition */
export function zipStep(core: DriveCore, tx: DriveTx, given: ZipAccess, step: ZipStep): ZipAnswer {
  if (given.caller) core.guard(given.caller);
  const { sql } = tx;
  const ids = given.selection === '' ? given.ids : selectedIds(sql, given.selection);
  const access = { ...given, ids };
  const answer = (found: Partial<ZipAnswer>): ZipAnswer => ({ ...NOTHING, revision: revisionOf(sql), ...found });
  switch (step.do) {
    case 'choose':
      return answer(choose(tx, access, step.untilMs));
    case 'look':
      return answer({});
    case 'measure':
      return answer(measure(sql, access, step.cursor, step.offset));
    case 'read': {
      const nodes = readZipPage(sql, access, step.page);
      return answer({ nodes: step.light ? [] : nodes });
    }
  }
}
