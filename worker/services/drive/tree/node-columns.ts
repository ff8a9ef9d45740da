/**
 * Every column of `nodes`, once: its type, its field of the file object, whether the owner's export holds it, whether the audit
 * checks it, and whether a person sets it.
 */
import type { FileObject } from '#shared/drive/model.ts';
import { ACT, type ActKind } from '../core/act.ts';
import type { ContentImages } from '../images/model.ts';
import type { ExportRow } from './export-row.ts';

interface Decision<Value> {
  /** Field of the file object that follows from this value alone; null: wire.ts says what becomes of the column. */
  readonly wire: WireField<Value> | null;
  /** Member of the owner's export that the column reaches; null: it is left out. */
  readonly exported: keyof ExportRow | null;
  /** Whether the audit of a state folder checks the column (scripts/audit/tree-checks.ts). */
  readonly audited: boolean;
  /** People set it for many files at once (`setMark`). */
  readonly mark?: {
    /** Rows that setting it for one file writes, those of indexes too. */
    readonly rows: number;
    /** In the log of acts. */
    readonly act: (value: Value) => ActKind;
  };
}

/** A field with the value as it is stored, or made of it. */
type WireField<Value> = {
  [Name in keyof FileObject]:
    | { readonly field: Name; readonly from: (value: Value) => FileObject[Name] }
    | (Value extends FileObject[Name] ? Name : never);
}[keyof FileObject];

interface Column<Value> extends Decision<Value> {
  /** Never set: carries the type. */
  readonly value?: Value;
}

function column<Value extends SqlStorageValue>() {
  return <const D extends Decision<Value>>(decision: D): D & Column<Value> => decision;
}

export const NODE_COLUMNS = {
  id: column<string>()({ wire: 'id', exported: 'id', audited: true }),
  parent_id: column<string>()({ wire: null, exported: 'path', audited: true }),
  is_file: column<number>()({ wire: null, exported: 'folder', audited: true }),
  // Hidden roots are left out with everything below them.
  state: column<number>()({ wire: null, exported: null, audited: true }),
  name: column<string>()({ wire: 'name', exported: 'path', audited: true }),
  /** Equal for names that count as the same. */
  name_key: column<string>()({ wire: null, exported: null, audited: true }),
  /** `findKey` of the name; null where it is the name key, and while the alarm has not filled it. */
  find_key: column<string | null>()({ wire: null, exported: null, audited: true }),
  /** Order of names. */
  sort_key: column<string>()({ wire: null, exported: null, audited: true }),
  size_bytes: column<number>()({ wire: null, exported: 'sizeBytes', audited: true }),
  phase: column<string>()({ wire: null, exported: 'isComplete', audited: true }),
  content_key: column<string | null>()({ wire: null, exported: 'contentKey', audited: true }),
  gcid: column<string>()({ wire: null, exported: 'gcid', audited: false }),
  // MIME type and category follow from the name.
  mime: column<string>()({ wire: 'mime_type', exported: null, audited: false }),
  category: column<string>()({ wire: 'file_category', exported: null, audited: true }),
  starred: column<number>()({
    wire: { field: 'starred', from: (value: number) => value === 1 },
    exported: 'starred',
    audited: false,
    mark: { rows: 1, act: (value: number) => (value === 1 ? ACT.star : ACT.unstar) },
  }),
  folder_type: column<string>()({ wire: null, exported: null, audited: false }),
  params: column<string>()({ wire: null, exported: null, audited: false }),
  revision: column<number>()({ wire: null, exported: null, audited: false }),
  created_ms: column<number>()({ wire: null, exported: 'createdMs', audited: false }),
  modified_ms: column<number>()({ wire: null, exported: 'modifiedMs', audited: false }),
  user_modified_ms: column<number>()({ wire: null, exported: 'userModifiedMs', audited: true }),
  trashed_ms: column<number | null>()({ wire: null, exported: 'trashedMs', audited: true }),
  trash_until_ms: column<number | null>()({ wire: null, exported: null, audited: true }),
  trash_parent_id: column<string | null>()({ wire: null, exported: null, audited: false }),
  /** 1: the statement that added it has counted it, and no trigger did. */
  counted: column<number>()({ wire: null, exported: null, audited: false }),
  /** 1: it is in the indexes of time and size. */
  ranked: column<number>()({ wire: null, exported: null, audited: true }),
  /** When a picture or film was taken (taken.store.ts). */
  camera_ms: column<number | null>()({ wire: null, exported: null, audited: true }),
  camera_zone: column<number | null>()({ wire: null, exported: null, audited: false }),
  taken_ms: column<number | null>()({ wire: null, exported: null, audited: true }),
  taken_by: column<number>()({ wire: null, exported: null, audited: true }),
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

const WIRE_FIELDS = Object.entries(NODE_COLUMNS).flatMap(([name, { wire }]) => {
  if (wire === null) return [];
  const { field, from } = typeof wire === 'string' ? { field: wire, from: (value: unknown) => value } : wire;
  return [{ name: name as keyof NodeRow, field, from: from as (value: unknown) => unknown }];
});

type WiredField = {
  [Name in keyof Columns]: Columns[Name]['wire'] extends infer Wire
    ? Wire extends string
      ? Wire
      : Wire extends { readonly field: infer Field extends string }
        ? Field
        : never
    : never;
}[keyof Columns];

/** Fields of the file object that follow from one column each. */
export function wireFieldsOf(row: NodeRow): Pick<FileObject, WiredField & keyof FileObject> {
  return Object.fromEntries(WIRE_FIELDS.map(({ name, field, from }) => [field, from(row[name])])) as never;
}

export type Mark = { [Name in keyof Columns]: Columns[Name] extends { mark: object } ? Name : never }[keyof Columns];

export const MARKS = Object.fromEntries(
  Object.entries(NODE_COLUMNS).flatMap(([name, column]) => ('mark' in column ? [[name, column.mark]] : [])),
) as {
  [Name in Mark]: NonNullable<Decision<NodeRow[Name]>['mark']>;
};
