/** Notes that every page contains hidden (shell/frame-parts.view.tsx), and the event before a script leaves the page. */

/** Fired before a script leaves the page by itself; cancelled by a listener whose data would be lost. */
export const LEAVE_EVENT = 'magpie:leave';

type NoteName = 'stuck' | 'build';

function setHidden(page: Document, name: NoteName, isHidden: boolean): void {
  for (const note of page.querySelectorAll<HTMLElement>(`[data-note="${name}"]`)) note.hidden = isHidden;
}

export function showNote(page: Document, name: NoteName): void {
  setHidden(page, name, false);
}

export function hideNote(page: Document, name: NoteName): void {
  setHidden(page, name, true);
}
