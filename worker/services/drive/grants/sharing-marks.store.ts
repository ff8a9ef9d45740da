/** Which nodes of a listing are shared, and how. Each is looked up by an index; nothing is stored for it. */
import type { DriveTx } from '../core/tx.ts';

export interface NodeSharing {
  /** Links that show exactly this node or it among others, open or not. */
  readonly links: readonly { readonly nodeId: string; readonly shareId: string }[];
  /** People who have access or are invited. */
  readonly people: readonly { readonly nodeId: string; readonly count: number }[];
  /** Folders with an open link that collects files. */
  readonly collecting: readonly string[];
}

/** Whether the person shares anything, or did. */
export function hasShared(sql: SqlStorage): boolean {
  return ['watches', 'grants', 'collect_links'].some(
    (table) => sql.exec(`SELECT 1 FROM ${table} LIMIT 1`).toArray().length > 0,
  );
}

const IDS = '(SELECT value FROM json_each(?1))';

export function sharingOfNodes(
  { sql, nowMs }: Pick<DriveTx, 'sql' | 'nowMs'>,
  nodeIds: readonly string[],
): NodeSharing {
  const ids = JSON.stringify(nodeIds);
  return {
    links: sql
      .exec<{ nodeId: string; shareId: string }>(
        `SELECT node_id AS nodeId, share_id AS shareId FROM watches WHERE node_id IN ${IDS}`,
        ids,
      )
      .toArray(),
    people: sql
      .exec<{ nodeId: string; count: number }>(
        `SELECT node_id AS nodeId, count(*) AS count FROM grants
         WHERE node_id IN ${IDS} AND state IN ('invited', 'accepted') GROUP BY node_id`,
        ids,
      )
      .toArray(),
    collecting: sql
      .exec<{ nodeId: string }>(
        `SELECT DISTINCT folder_id AS nodeId FROM collect_links
         WHERE folder_id IN ${IDS} AND closed_ms IS NULL AND (ends_ms IS NULL OR ends_ms > ?2)`,
        ids,
        nowMs,
      )
      .toArray()
      .map(({ nodeId }) => nodeId),
  };
}
