/** Limits and ids of albums. */

/** Characters of a name. */
export const ALBUM_NAME_CHARS = 100;
/** Albums of a drive. */
export const MAX_ALBUMS = 200;
/** Pictures and films of an album. */
export const MAX_ALBUM_ITEMS = 5_000;
/** Of all albums of a drive: the list of albums reads them, and a change in the tree those of albums with a link. */
export const MAX_ALL_ITEMS = 20_000;
/** Of one call that adds or removes. */
export const ALBUM_BATCH = 1_000;

/** Stands for an album in the address of the list of albums (`/drive/photos?album=`). */
export const ALL_ALBUMS = 'all';

const PREFIX = 'album.';

/** Ids of albums have a sign that no id of a file has: a link may name either. */
export const albumIdOf = (wireId: string): string => PREFIX + wireId;
export const isAlbumId = (id: string): boolean => id.startsWith(PREFIX);
