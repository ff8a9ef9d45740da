/** Opens the browser's file picker. */
import { type PickedEntry, pickedFromField } from '#client/transfer/upload/picked.ts';

export type PickerKind = 'file' | 'files' | 'folder';

/** Referenced while the picker is open: a garbage-collected field fires no event. */
const open = new Set<HTMLInputElement>();

/** A field outside the page: the user sees only the picker. */
export function askForFiles(kind: PickerKind, onPicked: (picked: readonly PickedEntry[]) => void): void {
  const field = document.createElement('input');
  field.type = 'file';
  field.multiple = kind !== 'file';
  field.webkitdirectory = kind === 'folder';
  field.onchange = () => {
    open.delete(field);
    onPicked(pickedFromField(field.files ?? []));
  };
  field.oncancel = () => open.delete(field);
  open.add(field);
  field.click();
}
