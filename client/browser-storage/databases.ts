/** Names of the browser databases that hold a user's own data: they are deleted when that user signs out. */
export const UPLOADS_DATABASE = 'magpie-uploads';
export const DOWNLOADS_DATABASE = 'magpie-downloads';
/** Names of the lists that were seen last (client/navigation/last-listings.ts). */
export const PERSONAL_CACHE = 'magpie-lists';
export const PERSONAL_DATABASES: readonly string[] = [UPLOADS_DATABASE, DOWNLOADS_DATABASE];
