/** Recent acts from the log: acts of one kind, person and folder within an hour are one entry. Reads alone. */
import { TIMELINE_KINDS, type TimelineEntry, type TimelineKind } from '#shared/drive/timeline/timeline.ts';
import { HOUR_MS } from '#shared/units.ts';
import { ACT_COLUMNS, type ActRow, unpack } from '../acts/log.store.ts';
import { actMark } from '../acts/marks.store.ts';
import { ACT, SHOWN } from '../core/act.ts';
import { withPictures } from '../images/pictured-rows.ts';
import { readBatch } from '../tree/batch.store.ts';
import type { PicturedRow } from '../tree/node-columns.ts';
import { nodeById, standingOf } from '../tree/tree.store.ts';

/** Entries of a page. */
const PAGE_ENTRIES = 40;
/** Acts that one page reads at most. */
const MAX_LOOKED = 1_000;
/** Items that an entry names. */
const NAMED_ITEMS = 12;
const MERGED_MS = HOUR_MS;

const KIND_OF = new Map<number, TimelineKind>(TIMELINE_KINDS.map((kind) => [ACT[kind], kind]));
/** A person may take these off the list; the others are of the log alone. */
const LISTED = [ACT.create, ACT.upload, ACT.update, ACT.save, ACT.view, ACT.download];
const GUEST = 'guest ';

export interface StoredEntry {
  readonly n: number;
  readonly kind: TimelineKind;
  readonly atMs: number;
  /** As in `TimelineEntry`. */
  readonly guest: string | null;
  readonly count: number;
  readonly items: readonly { readonly row: PicturedRow; readonly isTrashed: boolean }[];
  readonly folder: TimelineEntry['folder'];
}

interface Group {
  readonly n: number;
  readonly kind: TimelineKind;
  readonly atMs: number;
  readonly guestId: string | null;
  readonly folderId: string | null;
  readonly ids: Set<string>;
  oldestMs: number;
}

interface LoggedAct extends ActRow {
  credential: string;
}

/** Acts to which a person cleared the list: of each kind that may be cleared alone, and of all. */
function clearedMarks(sql: SqlStorage): { readonly ofKind: ReadonlyMap<number, number>; readonly all: number } {
  const ofKind = new Map<number, number>(LISTED.map((kind) => [kind, actMark(sql, `cleared ${kind}`).n]));
  return { ofKind, all: Math.min(...ofKind.values()) };
}

function nodesOf({ ids, detail }: ActRow): string[] {
  const { hidden = [] } = detail === null ? {} : (JSON.parse(detail) as { hidden?: readonly string[] });
  const away = new Set(hidden);
  return unpack(ids).filter((id) => !away.has(id));
}

/** The one folder that the nodes of an act came to, or left for the trash. */
function folderOf({ kind, from_ids: from, to_ids: to }: ActRow): string | null {
  const folder = kind === ACT.trash || kind === ACT.delete ? from : to;
  return folder === null || folder.startsWith('[') ? null : folder;
}

/** @param before  no act from it on. @returns groups, the newest first, and the act from which the next page goes on; 0 for none */
function groupsBefore(sql: SqlStorage, before: number): { groups: Group[]; next: number } {
  const cleared = clearedMarks(sql);
  const acts = sql
    .exec<LoggedAct>(
      `SELECT ${ACT_COLUMNS}, credential FROM acts WHERE n < ?1 AND n > ?4 AND kind IN (SELECT value FROM json_each(?2))
         AND (shown & ${SHOWN.recent} OR kind NOT IN (SELECT value FROM json_each(?3))) ORDER BY n DESC LIMIT ${MAX_LOOKED}`,
      before,
      JSON.stringify([...KIND_OF.keys()]),
      JSON.stringify(LISTED),
      cleared.all,
    )
    .toArray();
  const groups: Group[] = [];
  const open = new Map<string, Group>();
  for (const act of acts) {
    const kind = KIND_OF.get(act.kind);
    const ids = nodesOf(act);
    if (!kind || act.n <= (cleared.ofKind.get(act.kind) ?? 0) || ids.length === 0) continue;
    const guestId = guestOf(act);
    const folderId = act.kind === ACT.view || act.kind === ACT.download ? null : folderOf(act);
    const key = JSON.stringify([kind, guestId, folderId]);
    let group = open.get(key);
    if (!group || group.oldestMs - act.at_ms > MERGED_MS) {
      if (groups.length === PAGE_ENTRIES) return { groups, next: act.n + 1 };
      group = { n: act.n, kind, atMs: act.at_ms, guestId, folderId, ids: new Set(), oldestMs: act.at_ms };
      groups.push(group);
      open.set(key, group);
    }
    group.oldestMs = act.at_ms;
    for (const id of ids) group.ids.add(id);
  }
  return { groups, next: acts.length === MAX_LOOKED ? (acts.at(-1)?.n ?? 0) : 0 };
}

/** Id of the guest who did it; '' for the owner and jobs of the owner, null for an upload that no session ended, such as one by a link. */
function guestOf({ kind, credential }: LoggedAct): string | null {
  if (credential.startsWith(GUEST)) return credential.slice(GUEST.length);
  return kind === ACT.upload && credential === '' ? null : '';
}

/** As the owner named the guest; null for one whose rights were removed long ago. */
function guestLabel(sql: SqlStorage, guestId: string | null): string | null {
  if (!guestId) return guestId;
  const text = 'SELECT label FROM grants WHERE user_id = ? ORDER BY changed_ms DESC LIMIT 1';
  return sql.exec<{ label: string }>(text, guestId).toArray()[0]?.label ?? null;
}

function folderNow(sql: SqlStorage, id: string | null): StoredEntry['folder'] {
  if (id === null || id === '') return id === null ? null : { id, name: '', isTop: false };
  const row = nodeById(sql, id);
  return row && standingOf(sql, id) === 'live' ? { id, name: row.name, isTop: row.parent_id === '' } : null;
}

function entryOf(sql: SqlStorage, group: Group): StoredEntry {
  const { n, kind, atMs, guestId, folderId, ids } = group;
  const nodes = readBatch(sql, [...ids].slice(0, NAMED_ITEMS)).flatMap(({ row, standing }) =>
    row && standing !== 'gone' && row.phase === 'PHASE_TYPE_COMPLETE' ? [{ row, isTrashed: standing !== 'live' }] : [],
  );
  const rows = withPictures(
    sql,
    nodes.map(({ row }) => row),
  );
  return {
    n,
    kind,
    atMs,
    guest: guestLabel(sql, guestId),
    count: ids.size,
    items: nodes.map(({ row, isTrashed }, at) => ({ row: rows[at] ?? row, isTrashed })),
    folder: folderNow(sql, folderId),
  };
}

/** @param before  as an earlier page returned it; 0 for the newest */
export function timeline(sql: SqlStorage, before: number): { entries: StoredEntry[]; before: number } {
  const { groups, next } = groupsBefore(sql, before || Number.MAX_SAFE_INTEGER);
  return { entries: groups.map((group) => entryOf(sql, group)), before: next };
}
