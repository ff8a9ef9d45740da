/** The choice of files and folders of an archive. Pure. */

/** Paths of files and folders; '' stands for all. A folder stands for all in it: no path is below another. */
export type Choice = ReadonlySet<string>;

export const ALL: Choice = new Set(['']);

export type BoxState = 'all' | 'some' | 'none';

/** @returns null above the top */
function parentOf(path: string): string | null {
  return path === '' ? null : path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The chosen path that stands for this one; null: it is not chosen. */
function chosenAt(choice: Choice, path: string): string | null {
  for (let at: string | null = path; at !== null; at = parentOf(at)) if (choice.has(at)) return at;
  return null;
}

function isBelow(path: string, folder: string): boolean {
  return folder === '' ? path !== '' : path.startsWith(`${folder}/`);
}

export function stateOf(choice: Choice, path: string): BoxState {
  if (chosenAt(choice, path) !== null) return 'all';
  return [...choice].some((one) => isBelow(one, path)) ? 'some' : 'none';
}

/**
 * Chooses a path, or no longer.
 * @param childrenOf  paths directly in a folder whose content is known; the folders above the path are
 */
export function toggle(choice: Choice, path: string, childrenOf: (folder: string) => readonly string[]): Choice {
  const next = new Set(choice);
  const held = chosenAt(choice, path);
  if (held !== null) {
    next.delete(held);
    // All beside the way from the held folder to the path stay chosen.
    for (let at = path; at !== held; ) {
      const folder = parentOf(at) ?? '';
      for (const child of childrenOf(folder)) if (child !== at) next.add(child);
      at = folder;
    }
    return next;
  }
  for (const one of choice) if (isBelow(one, path)) next.delete(one);
  next.add(path);
  // A folder of which all is chosen stands for it.
  for (let folder = parentOf(path); folder !== null; folder = parentOf(folder)) {
    const children = childrenOf(folder);
    if (!children.every((child) => next.has(child))) break;
    for (const child of children) next.delete(child);
    next.add(folder);
  }
  return next;
}
