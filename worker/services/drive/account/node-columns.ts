/**
 * Decisions about every column of `nodes`, as visitorFile of the share module decides about every key of a file object. A column
 * without one does not compile.
 */
import type { NodeColumns } from '../tree/tree.store.ts';
import type { ExportRow } from './export.ts';

interface ColumnDecision {
  /** Member of the owner's export that the column reaches; null: it is left out. */
  readonly exported: keyof ExportRow | null;
  /** Whether the audit of a state folder checks the column (scripts/audit/tree-checks.ts). */
  readonly audited: boolean;
}

export const NODE_COLUMNS: Readonly<Record<keyof NodeColumns, ColumnDecision>> = {
  id: { exported: 'id', audited: true },
  parent_id: { exported: 'path', audited: true },
  is_file: { exported: 'folder', audited: true },
  // Hidden roots are left out with everything below them.
  state: { exported: null, audited: true },
  name: { exported: 'path', audited: true },
  name_key: { exported: null, audited: true },
  sort_key: { exported: null, audited: true },
  size_bytes: { exported: 'sizeBytes', audited: true },
  phase: { exported: 'isComplete', audited: true },
  content_key: { exported: 'contentKey', audited: true },
  gcid: { exported: 'gcid', audited: false },
  // MIME type and category follow from the name.
  mime: { exported: null, audited: false },
  category: { exported: null, audited: false },
  starred: { exported: 'isStarred', audited: false },
  folder_type: { exported: null, audited: false },
  params: { exported: null, audited: false },
  revision: { exported: null, audited: false },
  created_ms: { exported: 'createdMs', audited: false },
  modified_ms: { exported: 'modifiedMs', audited: false },
  user_modified_ms: { exported: 'userModifiedMs', audited: false },
  trashed_ms: { exported: 'trashedMs', audited: true },
  trash_until_ms: { exported: null, audited: true },
  trash_parent_id: { exported: null, audited: false },
};

/** Columns that the export reads, for SQL. */
export const EXPORTED_COLUMNS = Object.entries(NODE_COLUMNS)
  .flatMap(([column, { exported }]) => (exported === null ? [] : [column]))
  .join(', ');
