/** The drive of a document, for client/scope.ts, client/islands.ts and features to the right. */
export { type DriveContext, makeDriveContext, provideDrive } from './drive.context.ts';
export { loadLarge } from './preview/load-large.ts';
export type { FindLinks } from './sharing/found-link.ts';
export type { CopiedLink, LinkCopier } from './sharing/link-copier.ts';
