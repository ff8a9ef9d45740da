/** Data of a drive that the share's object caches as JSON text. Types only. */
import type { FileObject } from '#shared/drive/model.ts';
import type { ContentImages, Crumb, OpenContent } from '#worker/services/drive/service.ts';
import type { PageTop } from '../state/rpc-types.ts';

/** One page as visitors see it, without links. */
export interface PageBody extends PageTop {
  readonly files: readonly FileObject[];
  readonly contentKeys: Readonly<Record<string, string>>;
  /** By node id, for files with a small image. */
  readonly imageMarks: Readonly<Record<string, string>>;
  readonly path: readonly Crumb[];
}

/** One file as visitors see it, with its content. */
export interface FileBody {
  readonly file: FileObject;
  readonly content: OpenContent;
  /** '' for a file without a small image. */
  readonly imageMark: string;
  readonly known: ContentImages | null;
}
