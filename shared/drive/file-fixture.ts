/** A file object as the wire has it, for tests of every tier. */
import { EMPTY_FILE } from './file-fields.ts';
import type { FileObject } from './model.ts';

/** @returns an empty finished file in the root, with `change` applied */
export function makeFileObject(change: Partial<FileObject> = {}): FileObject {
  return { ...EMPTY_FILE, ...change };
}
