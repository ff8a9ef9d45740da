/** Opens the browser's file picker. */
import { type PickedEntry, pickedFromField } from '#client/transfer/upload/picked.ts';

/** `pictures`: photos and films. `camera`: a photo that is taken now. */
export type PickerKind = 'file' | 'files' | 'folder' | 'pictures' | 'camera';

const ACCEPTED: Partial<Record<PickerKind, string>> = { pictures: 'image/*,video/*', camera: 'image/*' };

/** Referenced while the picker is open: a garbage-collected field fires no event. */
const open = new Set<HTMLInputElement>();

/** A field outside the page: the user sees only the picker. */
export function askForFiles(kind: PickerKind, onPicked: (picked: readonly PickedEntry[]) => void): void {
  const field = document.createElement('input');
  field.type = 'file';
  field.multiple = kind !== 'file' && kind !== 'camera';
  field.accept = ACCEPTED[kind] ?? '';
  if (kind === 'camera') field.capture = 'environment';
  field.webkitdirectory = kind === 'folder';
  field.onchange = () => {
    open.delete(field);
    onPicked(pickedFromField(field.files ?? []));
  };
  field.oncancel = () => open.delete(field);
  open.add(field);
  field.click();
}
