/** Addresses that one call looks at, and that one dialog takes. */
export const MAX_ADDRESSES = 20;
/** Files of one torrent. */
export const MAX_TORRENT_FILES = 10_000;
