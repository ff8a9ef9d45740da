/** Which files are archives that can be opened, by the end of their name. Pure. */

/** Characters of a path in an archive; a longer one is not extracted. */
export const MAX_PATH_CHARS = 4_096;

export type ArchiveFormat = 'zip' | 'tar' | 'tar.gz' | 'packed';

/** `packed`: read as a whole, in memory. */
const FORMATS: readonly (readonly [RegExp, ArchiveFormat])[] = [
  [/\.(zip|cbz|jar|apk)$/i, 'zip'],
  [/\.(tar|cbt)$/i, 'tar'],
  [/\.(tar\.gz|tgz)$/i, 'tar.gz'],
  [/\.(7z|rar|cbr|cb7|tar\.xz|txz|tar\.bz2|tbz2?)$/i, 'packed'],
];

/** @returns null for a file that is no archive we open */
export function archiveFormatOf(name: string): ArchiveFormat | null {
  return FORMATS.find(([end]) => end.test(name))?.[1] ?? null;
}
