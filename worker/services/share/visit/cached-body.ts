/** Data of a drive that the share's object caches as JSON text. Types only. */
import type { FileObject } from '#shared/drive/model.ts';
import type { OpenContent } from '#worker/services/drive/service.ts';

/** One file as visitors see it, with its content. */
export interface FileBody {
  readonly file: FileObject;
  readonly content: OpenContent;
  /** '' for a file without a small image. */
  readonly imageMark: string;
}
