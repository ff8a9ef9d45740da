/** Names of the browser databases that hold what is a person's own: they go when that person signs out. */
export const UPLOADS_DATABASE = 'magpie-uploads';
export const DOWNLOADS_DATABASE = 'magpie-downloads';
export const PERSONAL_DATABASES: readonly string[] = [UPLOADS_DATABASE, DOWNLOADS_DATABASE];
