/** Notes that stand hidden in every frame, in the page's language (shell/frame-parts.view.tsx), and the question before a page goes by itself. */

/** Sent before a script leaves the page without being told to; whoever would lose something stops it. */
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
