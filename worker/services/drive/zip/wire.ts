/** A zip file as the API answers it. */
import type { ZipFileAnswer } from '#shared/drive/archive/zip-file.ts';
import { wireTime } from '#shared/units.ts';
import type { ZipFile } from './make-zip.ts';

export function toZipFile({ url, name, sizeBytes, entries, expiresAtMs }: ZipFile): ZipFileAnswer {
  return { url, name, size: String(sizeBytes), entry_count: String(entries), expire: wireTime(expiresAtMs) };
}
