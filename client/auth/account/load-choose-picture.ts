/** Loads the dialog that crops a profile picture, when the user has chosen a file. */
export const loadPictureChooser = () => import('./choose-picture.tsx');
