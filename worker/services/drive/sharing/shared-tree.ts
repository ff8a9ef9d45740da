/**
 * The calls of shares on a drive: describing, listing and copying shared nodes to another person's drive. Callers are other
 * objects; nothing outside the roots they pass is returned.
 */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import type { OpenContent } from '../content/claims.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { Crumb } from '../tree/batch.store.ts';
import { heightOf, measure, topmost } from '../tree/batch.store.ts';
import { isBlocked } from '../tree/blocked.store.ts';
import type { NodePage } from '../tree/listing.store.ts';
import { type ExportMeasure, type ExportQuery, readSource, type SourcePage } from '../tree/source.store.ts';
import { type NodeRow, nodeById } from '../tree/tree.store.ts';
import { lineInShare, listShared, type SharedQuery, sharedFile } from './view.store.ts';
import { nodesWithGcid, sharesAbove } from './watch.store.ts';

export interface SharedTree {
  list(query: SharedQuery): Result<{ page: NodePage; path: Crumb[] } | null>;
  file(rootIds: readonly string[], fileId: string): Result<{ row: NodeRow; content: OpenContent } | null>;
  /** Size of a save. @throws file_not_found when an id is not in the share */
  measure(query: ExportQuery): Result<ExportMeasure>;
  /** One page of what a save copies; what left the share since counts as missing. */
  page(query: ExportQuery): Result<SourcePage>;
  /** Links that show one of these nodes, or a file with one of these gcids. */
  linksOver(input: { fileIds: readonly string[]; gcids: readonly string[] }): Result<string[]>;
}

export function makeSharedTree({ object, sql }: DriveCore): SharedTree {
  return {
    list: (query) => (object.exists() ? object.command(() => listShared(sql, query)) : succeed(null)),
    file(rootIds, fileId) {
      if (!object.exists()) return succeed(null);
      return object.command(() => sharedFile(sql, rootIds, fileId, object.name));
    },
    measure(query) {
      if (!object.exists()) return fail('file_not_found');
      return object.command(() => {
        const isGiven = (id: string): boolean =>
          lineInShare(sql, query.rootIds, id) !== null && !isBlocked(sql, nodeById(sql, id)?.gcid ?? '');
        const wanted = query.ids?.length ? query.ids : query.rootIds.filter(isGiven);
        if (wanted.length === 0 || !wanted.every(isGiven)) throw new AppError('file_not_found', { field: 'file_ids' });
        const ids = topmost(sql, wanted);
        const held = measure(sql, ids);
        return { ids, bytes: held.bytes, rows: held.files + held.folders, height: heightOf(sql, ids) };
      });
    },
    page(query) {
      const { want, rows } = query;
      if (!object.exists() || !want || !rows) return fail('file_not_found');
      return object.command(() => readSource(sql, want, rows, (id) => lineInShare(sql, query.rootIds, id) !== null));
    },
    linksOver({ fileIds, gcids }) {
      if (!object.exists()) return succeed([]);
      return object.command(() => sharesAbove(sql, [...fileIds, ...nodesWithGcid(sql, gcids)]));
    },
  };
}
