/** The script of a share page that is used (share.ts): what pages of this kind do, the viewer, and saving without leaving the page. */
import { makeEvents } from '#client/api/events.ts';
import { wholeStyles } from '#client/ui/whole-styles.ts';
import { startPage } from '../shell/start-page.ts';
import { watchFiles } from './share-preview.ts';
import { startShare } from './start-share.ts';

/** Starts it, once. */
export function startSharePage(): void {
  // Scripts show what the server did not: dialogs, and the parts of other pages.
  void wholeStyles(document);
  const events = makeEvents();
  const shareId = /^\/s\/([\w-]+)/.exec(location.pathname)?.[1] ?? '';
  startPage();
  watchFiles(document, events);
  startShare(document, events, shareId);
  // At once: the touch that brought this script may have been the paste.
  if (document.querySelector('[data-code]'))
    void import('../auth/pasted.ts').then((part) => part.watchPasted(document));
  void import('./saved-marks.ts').then((part) =>
    part.watchSaved(
      { page: document, storage: () => localStorage, ask: () => part.askSaved(document, location.pathname) },
      events,
    ),
  );
  // Requested in this browser before signing in; the server marks the form once (worker/pages/share/pending-save.ts).
  document.querySelector<HTMLFormElement>('[data-save-form][data-save-now]')?.requestSubmit();
}
