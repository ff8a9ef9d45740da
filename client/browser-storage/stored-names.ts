/** Names of the databases and caches of a browser that hold a person's own data (personal.ts). */
export const UPLOADS_DATABASE = 'magpie-uploads';
export const DOWNLOADS_DATABASE = 'magpie-downloads';
export const TRANSFER_DATABASES: readonly string[] = [UPLOADS_DATABASE, DOWNLOADS_DATABASE];
/** Names of the lists that were seen last (client/navigation/last-listings.ts). */
export const LISTS_CACHE = 'magpie-lists';
/** Files that other apps handed over (client/navigation/received-files.ts). */
export const RECEIVED_CACHE = 'magpie-received';
