/** An entry of an archive as a file of the viewer. */
import type { PreviewItem } from '../preview-types.ts';

export interface InnerEntry {
  readonly index: number;
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number | null;
}

export function itemOf(archive: PreviewItem, { index, name, sizeBytes, modifiedMs }: InnerEntry): PreviewItem {
  return { id: `${archive.id}/${index}`, name, mime: '', sizeBytes, modifiedMs, hasNoRanges: true };
}
