/** Purpose of the key that seals passwords of archives in the jobs that need them. */
export const ARCHIVE_PASSWORD = 'drive.archive-password';
