/** Every column of `nodes`, once: its type, whether the owner's export holds it, and whether the audit checks it. */
import type { ContentImages } from '../images/model.ts';
import type { ExportRow } from './export-row.ts';

interface Column<Value> {
  /** Member of the owner's export that the column reaches; null: it is left out. */
  readonly exported: keyof ExportRow | null;
  /** Whether the audit of a state folder checks the column (scripts/audit/tree-checks.ts). */
  readonly audited: boolean;
  /** Never set: carries the type. */
  readonly value?: Value;
}

function column<Value extends SqlStorageValue>(decision: Omit<Column<Value>, 'value'>): Column<Value> {
  return decision;
}

export const NODE_COLUMNS = {
  id: column<string>({ exported: 'id', audited: true }),
  parent_id: column<string>({ exported: 'path', audited: true }),
  is_file: column<number>({ exported: 'folder', audited: true }),
  // Hidden roots are left out with everything below them.
  state: column<number>({ exported: null, audited: true }),
  name: column<string>({ exported: 'path', audited: true }),
  /** Equal for names that count as the same. */
  name_key: column<string>({ exported: null, audited: true }),
  /** `findKey` of the name; null where it is the name key, and while the alarm has not filled it. */
  find_key: column<string | null>({ exported: null, audited: true }),
  /** Order of names. */
  sort_key: column<string>({ exported: null, audited: true }),
  size_bytes: column<number>({ exported: 'sizeBytes', audited: true }),
  phase: column<string>({ exported: 'isComplete', audited: true }),
  content_key: column<string | null>({ exported: 'contentKey', audited: true }),
  gcid: column<string>({ exported: 'gcid', audited: false }),
  // MIME type and category follow from the name.
  mime: column<string>({ exported: null, audited: false }),
  category: column<string>({ exported: null, audited: false }),
  starred: column<number>({ exported: 'isStarred', audited: false }),
  folder_type: column<string>({ exported: null, audited: false }),
  params: column<string>({ exported: null, audited: false }),
  revision: column<number>({ exported: null, audited: false }),
  created_ms: column<number>({ exported: 'createdMs', audited: false }),
  modified_ms: column<number>({ exported: 'modifiedMs', audited: false }),
  user_modified_ms: column<number>({ exported: 'userModifiedMs', audited: false }),
  trashed_ms: column<number | null>({ exported: 'trashedMs', audited: true }),
  trash_until_ms: column<number | null>({ exported: null, audited: true }),
  trash_parent_id: column<string | null>({ exported: null, audited: false }),
  /** 1: the statement that added it has counted it, and no trigger did. */
  counted: column<number>({ exported: null, audited: false }),
  /** 1: it is in the indexes of time and size. */
  ranked: column<number>({ exported: null, audited: true }),
};

type Columns = typeof NODE_COLUMNS;

/** A row of `nodes`. */
export type NodeRow = { [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never };

/** A row with the images that this drive stores of it; undefined: not tried yet, as far as this drive has learnt. */
export type PicturedRow = NodeRow & { readonly picture?: ContentImages };

/** Columns that the export reads, for SQL. */
export const EXPORTED_COLUMNS = Object.entries(NODE_COLUMNS)
  .flatMap(([column, { exported }]) => (exported === null ? [] : [column]))
  .join(', ');
