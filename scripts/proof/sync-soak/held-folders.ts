/**
 * Folders that a sync client found gone from the server and cannot let go of, by its own log. nextcloudcmd 3.7.3 leaves out the removal of a
 * folder with a copy of a conflict in it, and then sends what is new in its subfolders into a folder that the server no longer has: each
 * run is refused (409) like the one before. Pure.
 */
import path from 'node:path';

const GONE = /File "(.+)" is not anymore on server\. Going to delete it locally\./g;
const STARTED = /Starting CSyncEnums::CSYNC_INSTRUCTION_(\w+) propagation of "(.+)" by OCC::/g;
const FAILED =
  /Could not complete propagation of "(.+)" by OCC::\w+\(.*\) with status OCC::SyncFileItem::(?:NormalError|BlacklistedError)/g;
const RENAMED = /Rename detected \(up\) {2}"(.+)" {2}-> {2}"(.+)"/g;
const PASS = '#### Discovery start';

export interface HeldFolders {
  /** Paths without a slash at the end. */
  readonly held: ReadonlySet<string>;
  /** Files that people moved here into other folders, and that the client could not move at the server: the new path by the old one. */
  readonly renames: ReadonlyMap<string, string>;
}

const firstsOf = (text: string, pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([, one = '']) => one);

/** @param output  of one run, which may look at the folder more than once. @param isConflict  for a copy of a conflict */
export function heldFoldersIn(output: string, isConflict: (file: string) => boolean): HeldFolders {
  const held = new Set<string>();
  for (const pass of output.split(PASS).slice(1)) {
    const gone = new Set(firstsOf(pass, GONE));
    const started = Array.from(pass.matchAll(STARTED), ([, act = '', file = '']) => ({ act, file }));
    const own = new Set(
      started.filter(({ act, file }) => act === 'IGNORE' && isConflict(file)).map(({ file }) => path.dirname(file)),
    );
    const begun = new Set(started.map(({ file }) => file));
    for (const file of firstsOf(pass, FAILED)) {
      const folder = path.dirname(file);
      if (gone.has(folder) && own.has(folder) && !begun.has(folder)) held.add(folder);
    }
  }
  return { held, renames: new Map(Array.from(output.matchAll(RENAMED), ([, from = '', to = '']) => [from, to])) };
}

export const isBelow = (file: string, folders: ReadonlySet<string>): boolean =>
  [...folders].some((folder) => `${file.replace(/\/$/, '')}/`.startsWith(`${folder}/`));
