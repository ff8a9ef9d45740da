/** What will be written: nothing reaches the tree before every place was found. Reads and writes below one folder only. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { File } from './insert.ts';
import { Refused } from './names.ts';

export interface Draft {
  exists(file: string): boolean;
  /** Names in a folder; none when there is no such folder. */
  list(folder: string): string[];
  /** @throws Refused when there is no such file */
  read(file: string): File;
  /** @throws Refused when the file is there */
  create(file: string, text: string): void;
  /** Changes a file, or makes it when `isNew` allows that. */
  edit(file: string, change: (file: File) => File, isNew?: boolean): void;
  /** Writes everything. @returns paths that were made and paths that were changed */
  write(): { made: string[]; changed: string[] };
}

export function openDraft(top: string): Draft {
  const texts = new Map<string, string>();
  const at = (file: string): string => path.join(top, file);
  const exists = (file: string): boolean => texts.has(file) || existsSync(at(file));
  const read = (file: string): File => {
    if (!exists(file)) throw new Refused(`${file} is not there: nothing was written.`);
    return { path: file, text: texts.get(file) ?? readFileSync(at(file), 'utf8') };
  };
  return {
    exists,
    read,
    list: (folder) => (existsSync(at(folder)) ? readdirSync(at(folder)) : []),
    create(file, text) {
      if (exists(file)) throw new Refused(`${file} is there already: nothing was written.`);
      texts.set(file, text);
    },
    edit(file, change, isNew = false) {
      texts.set(file, change(isNew && !exists(file) ? { path: file, text: '' } : read(file)).text);
    },
    write() {
      const files = Array.from(texts.keys());
      const made = files.filter((file) => !existsSync(at(file)));
      for (const [file, text] of texts) {
        mkdirSync(path.dirname(at(file)), { recursive: true });
        writeFileSync(at(file), text);
      }
      return { made, changed: files.filter((file) => !made.includes(file)) };
    },
  };
}
