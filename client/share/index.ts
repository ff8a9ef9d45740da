/** Sending links from the drive, for client/scope.ts. */
export { linkCopierLoader, linkDialogLoader, marksAsker } from './load-link-dialog.ts';
