/** Files that programs name by a number, which stands for the beginning of an id, and their versions. */
import { AppError } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { DriveTx, VersionLimits } from '../core/tx.ts';
import { requireOpen } from '../tree/blocked.store.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { currentContent, type Reader } from '../tree/open-content.ts';
import { isLive, lineOf } from '../tree/tree.store.ts';
import { restoreFileVersion } from '../tree/versions/file-version.store.ts';
import { allVersions, type VersionRow } from '../tree/versions/version.store.ts';
import { fileTag, type ProgramContext } from './conditions.store.ts';
import { requireUnlocked } from './locks.store.ts';
import type { Entry, OpenFile } from './model.ts';
import { pathTo } from './place.store.ts';

/** Sorts after every sign of an id. */
const LAST_SIGN = '~';

/** The node in place below the root of a credential; null where there is none. @param idPrefix  eight signs or more */
export function nodeWith(sql: SqlStorage, rootId: string, idPrefix: string): NodeRow | null {
  const text = 'SELECT * FROM nodes WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT 1';
  const [node] = sql.exec<NodeRow>(text, idPrefix, idPrefix + LAST_SIGN).toArray();
  if (!node || !isLive(sql, node.id)) return null;
  return pathTo(sql, rootId, lineOf(sql, node.id)) ? node : null;
}

/** @throws AppError file_not_found */
function fileWith({ sql, rootId }: ProgramContext, idPrefix: string): NodeRow {
  const node = nodeWith(sql, rootId, idPrefix);
  if (node?.is_file !== 1 || node.phase !== 'PHASE_TYPE_COMPLETE') throw new AppError('file_not_found');
  return node;
}

interface NamedVersion {
  readonly name: string;
  readonly row: VersionRow;
}

/** Newest first. A version has the second in which its bytes were changed for a name, as apps build it from that time; an older one of the same second has its id. */
function namedVersions(sql: SqlStorage, node: NodeRow): NamedVersion[] {
  const taken = new Set<string>();
  return allVersions(sql, node.id).map((row) => {
    const second = String(Math.floor(row.user_modified_ms / SECOND_MS));
    const name = taken.has(second) ? row.id : second;
    taken.add(name);
    return { name, row };
  });
}

function toEntry({ name, row }: NamedVersion, { mime }: NodeRow): Entry {
  return {
    id: row.id,
    name,
    isFile: true,
    sizeBytes: row.size_bytes,
    mime,
    tag: fileTag(row.content_key),
    createdMs: row.user_modified_ms,
    modifiedMs: row.user_modified_ms,
    starred: false,
  };
}

/** @throws AppError file_not_found */
export function versionsWith(context: ProgramContext, idPrefix: string): Entry[] {
  const node = fileWith(context, idPrefix);
  return namedVersions(context.sql, node).map((version) => toEntry(version, node));
}

/** @throws AppError file_not_found */
function requireNamed(sql: SqlStorage, node: NodeRow, name: string): NamedVersion {
  const found = namedVersions(sql, node).find((version) => version.name === name);
  if (!found) throw new AppError('file_not_found');
  return found;
}

/** @throws AppError file_not_found, file_blocked */
export function openVersionWith(
  tx: Pick<DriveTx, 'sql' | 'nowMs'>,
  context: ProgramContext,
  { idPrefix, name }: { readonly idPrefix: string; readonly name: string },
  reader: Reader,
): OpenFile & { readonly fileId: string } {
  const node = fileWith(context, idPrefix);
  const version = requireNamed(tx.sql, node, name);
  const { content_key, gcid, user_modified_ms } = version.row;
  requireOpen(tx.sql, gcid);
  const entry = toEntry(version, node);
  const content = currentContent(tx, { ...node, content_key, user_modified_ms }, reader);
  return { entry, content: { ...content, tag: entry.tag }, fileId: node.id };
}

/** The former content becomes a version. @throws AppError file_not_found, file_blocked, locked */
export function restoreVersionWith(
  tx: DriveTx,
  context: ProgramContext,
  { idPrefix, name, tokens }: { readonly idPrefix: string; readonly name: string; readonly tokens: readonly string[] },
  limits: VersionLimits,
): { readonly ok: true } {
  const node = fileWith(context, idPrefix);
  requireUnlocked(context, node.id, tokens);
  restoreFileVersion(tx, node.id, requireNamed(tx.sql, node, name).row.id, limits);
  return { ok: true };
}
