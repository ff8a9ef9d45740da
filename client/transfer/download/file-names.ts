/** Numbered names for conflicts on the device. Pure. */
import { extensionAt } from '#shared/drive/safe-name.ts';

/** The nth variant of a name; 0: the name itself. */
export function numberedName(name: string, nth: number): string {
  if (nth === 0) return name;
  const at = extensionAt(name);
  return `${name.slice(0, at)} (${nth})${name.slice(at)}`;
}

/** Equal for names that some file system treats as the same. */
export function foldedName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
