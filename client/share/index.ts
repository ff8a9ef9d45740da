/** Links for the drive: sending, copying and finding them, for client/scope.ts. */
export { linkCopierLoader, linkDialogLoader, linkFinder, marksAsker } from './load-link-dialog.ts';
