/** The browser's own window for choosing files or a folder. */
import { type PickedEntry, pickedFromField } from '#client/transfer/upload/picked.ts';

export type FileWish = 'file' | 'files' | 'folder';

/** What nobody holds may be collected while its window is open, and then nobody hears the answer. */
const open = new Set<HTMLInputElement>();

/** A field that is not in the page: that window is all a person sees of it. */
export function askForFiles(wish: FileWish, onPicked: (picked: readonly PickedEntry[]) => void): void {
  const field = document.createElement('input');
  field.type = 'file';
  field.multiple = wish !== 'file';
  field.webkitdirectory = wish === 'folder';
  field.onchange = () => {
    open.delete(field);
    onPicked(pickedFromField(field.files ?? []));
  };
  field.oncancel = () => open.delete(field);
  open.add(field);
  field.click();
}
