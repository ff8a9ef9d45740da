/** The dialog that the drive shows, for client/scope.ts. */
export { linkDialogLoader } from './load-link-dialog.ts';
