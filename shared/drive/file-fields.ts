/** Files of which a part is shown or exported, by the decisions of `FILE_FIELDS`. Pure. */
import { FILE_FIELDS, type FileObject } from './model.ts';

type Fields = typeof FILE_FIELDS;
type FieldName = keyof Fields;
type ExportedField = { [Name in FieldName]: Fields[Name] extends { isExported: true } ? Name : never }[FieldName];

/** Fields of a file that the export of a person's data has under the same name. */
export type ExportedFields = Pick<FileObject, ExportedField>;

const NAMES = Object.keys(FILE_FIELDS) as FieldName[];

export const EXPORTED_FIELDS = NAMES.filter((name) => 'isExported' in FILE_FIELDS[name]) as readonly ExportedField[];

/** An empty file in the root: its values are also those of fields that a visitor of a link may not see. */
export const EMPTY_FILE = Object.fromEntries(NAMES.map((name) => [name, FILE_FIELDS[name].empty])) as FileObject;

/** @param file  may have more */
export function exportedFieldsOf(file: ExportedFields): ExportedFields {
  return Object.fromEntries(EXPORTED_FIELDS.map((name) => [name, file[name]])) as unknown as ExportedFields;
}

/** Facts of the content, which who may open a file may download anyway. */
const VISIBLE_PARAMS = ['width', 'height', 'duration', 'thumbnail_blur'] as const;

/** The file as others see it: fields that they do not see are those of an empty file. */
export function fileSeenBy(reader: 'guests' | 'visitors', file: FileObject): FileObject {
  const { params } = file;
  const seen = NAMES.filter((name) => {
    const { seenBy } = FILE_FIELDS[name];
    return seenBy === 'all' || seenBy === reader;
  });
  return {
    ...EMPTY_FILE,
    ...Object.fromEntries(seen.map((name) => [name, file[name]])),
    params: Object.fromEntries(VISIBLE_PARAMS.flatMap((key) => (params[key] ? [[key, params[key]]] : []))),
  };
}
