/** Label of a row's kind: folder, or the kind of the file with its format, `JPG image`. */
import type { DriveRow } from '#shared/drive/rows.ts';
import type { Translator } from '#shared/locale/translator.ts';

const KINDS = {
  IMAGE: ['drive.kind.image', 'drive.kind.image_as'],
  VIDEO: ['drive.kind.video', 'drive.kind.video_as'],
  AUDIO: ['drive.kind.audio', 'drive.kind.audio_as'],
  DOCUMENT: ['drive.kind.document', 'drive.kind.document_as'],
  ARCHIVE: ['drive.kind.archive', 'drive.kind.archive_as'],
  OTHER: ['drive.kind.rest', 'drive.kind.rest_as'],
} as const;

/** 1 to 8 letters and digits with at least one letter: any other end of a name is not a format. */
const FORMAT = /[^.]\.((?=[a-z0-9]*[a-z])[a-z0-9]{1,8})$/i;

export function kindLabel(
  { t }: Pick<Translator, 't'>,
  { folder, name, category }: Pick<DriveRow, 'folder' | 'name' | 'category'>,
): string {
  if (folder) return t('drive.details.folder');
  const [word, wordAs] = KINDS[category as keyof typeof KINDS] ?? KINDS.OTHER;
  const format = FORMAT.exec(name)?.[1];
  return format === undefined ? t(word) : t(wordAs, { format: format.toUpperCase() });
}
