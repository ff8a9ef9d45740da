/** Sending links from the drive, for client/scope.ts. */
export { linkCopierLoader, linkDialogLoader } from './load-link-dialog.ts';
