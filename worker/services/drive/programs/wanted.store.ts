/** Files and folders by conditions that a program combines: kind, time, size, name, star. One sweep over the rows of the drive. */
import { nameKey } from '#shared/drive/names.ts';
import { AppError } from '#shared/errors.ts';
import { findTerm } from '#shared/find/find-key.ts';
import { SECOND_MS } from '#shared/units.ts';
import { BELOW } from '../tree/batch.store.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { holdsTerm, makeValues, type Values } from '../tree/search/search.store.ts';
import type { ProgramContext } from './conditions.store.ts';
import type { Wanted, WantedField, WantedOrder } from './model.ts';
import { isFolderAt, requireAt } from './place.store.ts';

/** Sorts after every sign of an id. */
const LAST_SIGN = '~';

const FIELDS: Readonly<Record<WantedField, string>> = {
  modified: `nodes.user_modified_ms / ${SECOND_MS}`,
  created: `nodes.created_ms / ${SECOND_MS}`,
  taken: `nodes.taken_ms / ${SECOND_MS}`,
  size: 'nodes.size_bytes',
};

const ORDERS: Readonly<Record<WantedOrder['by'], string>> = {
  modified: 'nodes.user_modified_ms',
  created: 'nodes.created_ms',
  taken: 'nodes.taken_ms',
  size: 'nodes.size_bytes',
  name: 'nodes.sort_key',
};

function textSql({ field, at, text }: Extract<Wanted, { kind: 'text' }>, values: Values): string {
  const key = field === 'name' ? nameKey(text) : text.toLowerCase();
  if (key === '') return at === 'whole' ? 'false' : 'true';
  if (field === 'name' && at === 'inside') {
    const term = findTerm(key);
    return holdsTerm(term, values.bind(term.found), values.bind(term.exact));
  }
  const column = field === 'name' ? 'nodes.name_key' : 'nodes.mime';
  const bound = values.bind(key);
  if (at === 'inside') return `instr(${column}, ${bound}) > 0`;
  if (at === 'begin') return `substr(${column}, 1, length(${bound})) = ${bound}`;
  return at === 'end' ? `substr(${column}, -length(${bound})) = ${bound}` : `${column} = ${bound}`;
}

function sqlOf(wanted: Wanted, values: Values): string {
  switch (wanted.kind) {
    case 'all':
      return wanted.of.length === 0 ? 'true' : `(${wanted.of.map((each) => sqlOf(each, values)).join(' AND ')})`;
    case 'any':
      return wanted.of.length === 0 ? 'false' : `(${wanted.of.map((each) => sqlOf(each, values)).join(' OR ')})`;
    case 'not':
      return `NOT (${sqlOf(wanted.of, values)})`;
    case 'folder':
      return 'nodes.is_file = 0';
    case 'starred':
      return 'nodes.starred = 1';
    case 'id':
      return `nodes.id >= ${values.bind(wanted.prefix)} AND nodes.id < ${values.bind(wanted.prefix + LAST_SIGN)}`;
    case 'number':
      return `${FIELDS[wanted.field]} ${wanted.is} ${values.bind(wanted.value)}`;
    case 'text':
      return `(${textSql(wanted, values)})`;
  }
}

/** Conditions that look into each name: one takes as long as reading the row. */
function namesSought(wanted: Wanted): number {
  if (wanted.kind === 'text') return wanted.field === 'name' && wanted.at === 'inside' ? 1 : 0;
  if (wanted.kind === 'not') return namesSought(wanted.of);
  return wanted.kind === 'all' || wanted.kind === 'any'
    ? wanted.of.reduce((sum, each) => sum + namesSought(each), 0)
    : 0;
}

/**
 * Complete ones in place below the folders, in their order.
 * @param charge  counts rows for what more than one condition takes
 * @throws AppError file_not_found for a path of no folder
 */
export function wantedRows(
  { sql, rootId }: ProgramContext,
  order: WantedOrder,
  charge: (rows: number) => void,
): NodeRow[] {
  const more = namesSought(order.wanted) - 1;
  if (more > 0) charge(more * sql.exec<{ nodes: number }>('SELECT nodes FROM space').one().nodes);
  const folders = order.folders.map((path) => {
    const place = requireAt(sql, rootId, path);
    if (!isFolderAt(place)) throw new AppError('file_not_found');
    return place.id;
  });
  const values = makeValues();
  const from = values.bind(JSON.stringify(folders));
  const where = sqlOf(order.wanted, values);
  const direction = order.isDescending ? 'DESC' : 'ASC';
  // The plus keeps the table in one sweep: by folder each row would be looked up from the index, at thirty times the cost.
  const text = `WITH RECURSIVE down (id) AS (
      SELECT value FROM json_each(${from})
      UNION SELECT nodes.id FROM down ${BELOW} ON nodes.parent_id = down.id AND nodes.state = 0 AND nodes.is_file = 0)
    SELECT nodes.* FROM (
      SELECT nodes.id AS id, ${ORDERS[order.by]} AS turn FROM nodes NOT INDEXED
      WHERE nodes.state = 0 AND nodes.phase = 'PHASE_TYPE_COMPLETE' AND ${where} AND +nodes.parent_id IN (SELECT id FROM down)
      ORDER BY turn ${direction}, id ${direction} LIMIT ${values.bind(order.rows)}) AS found
    CROSS JOIN nodes ON nodes.id = found.id ORDER BY found.turn ${direction}, found.id ${direction}`;
  return sql.exec<NodeRow>(text, ...values.list).toArray();
}
