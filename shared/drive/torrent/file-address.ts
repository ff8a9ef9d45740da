/** Address of a .torrent file in the drive, in the place of a link. */

/** The id of the file follows. */
export const FILE_SCHEME = 'drive:';

export function isTorrentName(name: string): boolean {
  return /\.torrent$/i.test(name);
}
