/** Properties that programs set at files and folders. They stay with the node, and its copies get them. */
import { AppError } from '#shared/errors.ts';
import { KIB } from '#shared/units.ts';
import type { NodeListener } from '../core/tx.ts';
import type { Prop, PropChange } from './model.ts';

/** Of one file or folder. */
const PROPS_AT_MOST = 100;
const PROPS_BYTES = 32 * KIB;
/** Of a drive: 20,000 properties of a few words are some megabytes. */
const DRIVE_PROPS = 20_000;
const DRIVE_BYTES = 16 * KIB * KIB;

interface PropRow extends Record<string, SqlStorageValue> {
  node_id: string;
  name: string;
  xml: string;
}

export function hasProps(sql: SqlStorage): boolean {
  return sql.exec('SELECT 1 FROM program_props LIMIT 1').toArray().length > 0;
}

/** Properties of these nodes, in the order of their names; nodes without any are left out. */
export function propsOf(sql: SqlStorage, ids: readonly string[]): Map<string, Prop[]> {
  if (!hasProps(sql)) return new Map();
  const rows = sql.exec<PropRow>(
    'SELECT program_props.* FROM json_each(?) AS asked CROSS JOIN program_props ON program_props.node_id = asked.value',
    JSON.stringify(ids),
  );
  return Map.groupBy([...rows], ({ node_id: nodeId }) => nodeId) as Map<string, PropRow[]>;
}

function tooMany(): AppError {
  return new AppError('storage_full', { reason: 'props', messageKey: 'programs.dav.props' });
}

function requireBounds(
  sql: SqlStorage,
  where: string,
  values: readonly string[],
  most: readonly [number, number],
): void {
  const { n, bytes } = sql
    .exec<{ n: number; bytes: number }>(
      `SELECT count(*) AS n, coalesce(sum(length(name) + length(xml)), 0) AS bytes FROM program_props ${where}`,
      ...values,
    )
    .one();
  if (n > most[0] || bytes > most[1]) throw tooMany();
}

/** Sets and removes properties in their order, all or none. @throws AppError storage_full when there are too many */
export function changeProps(sql: SqlStorage, id: string, changes: readonly PropChange[]): void {
  for (const { name, xml } of changes) {
    if (xml === null) sql.exec('DELETE FROM program_props WHERE node_id = ? AND name = ?', id, name);
    else sql.exec('INSERT OR REPLACE INTO program_props (node_id, name, xml) VALUES (?, ?, ?)', id, name, xml);
  }
  if (changes.every(({ xml }) => xml === null)) return;
  requireBounds(sql, 'WHERE node_id = ?', [id], [PROPS_AT_MOST, PROPS_BYTES]);
  requireBounds(sql, '', [], [DRIVE_PROPS, DRIVE_BYTES]);
}

/** The second of each pair gets what the first has, in place of what it had of the same name. At the limit of a drive it gets none. */
export function copyProps(sql: SqlStorage, pairs: readonly (readonly [from: string, to: string])[]): void {
  if (pairs.length === 0 || !hasProps(sql)) return;
  const { n } = sql.exec<{ n: number }>('SELECT count(*) AS n FROM program_props').one();
  sql.exec(
    `INSERT OR REPLACE INTO program_props (node_id, name, xml)
     SELECT asked.value ->> 1, name, xml FROM json_each(?) AS asked CROSS JOIN program_props ON node_id = asked.value ->> 0 LIMIT ?`,
    JSON.stringify(pairs),
    Math.max(0, DRIVE_PROPS - n),
  );
}

/** Copies within the drive have the properties of what they are copies of. */
export const COPIED_PROPS: NodeListener = { onCopy: ({ sql }, pairs) => copyProps(sql, pairs) };
