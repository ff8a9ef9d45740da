/** The drive of a document, for client/scope.ts and client/islands.ts. */
export { type DriveContext, makeDriveContext, provideDrive } from './drive.context.ts';
export { loadLarge } from './preview/load-large.ts';
