/** The dialog that the drive shows, for client/scope.ts. */
export { feedbackDialogLoader } from './load-feedback-dialog.ts';
