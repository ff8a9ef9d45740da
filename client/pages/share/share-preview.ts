/** Opens the viewer for the files of a shared list. Without a script their links show the same file on this page. */
import type { EventHub } from '#client/api/events.ts';
import { wholeStyles } from '#client/ui/whole-styles.ts';
import { previewIdOf } from '#shared/navigation/preview.ts';

export function watchFiles(page: Document, events: EventHub): void {
  const open = (id: string, isInAddress: boolean) =>
    // The viewer's own styles use those of all pages.
    void Promise.all([import('./open-share-viewer.ts'), wholeStyles(page)]).then(
      ([{ openShareViewer }]) => openShareViewer(page, events, id, isInAddress),
      // The link's own page shows the file.
      (error: unknown) => console.warn('the viewer did not load', error),
    );
  page.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-bytes]') : null;
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    open(previewIdOf(link.search), false);
  });
  const look = () => {
    const id = previewIdOf(location.search);
    if (id !== '' && !page.documentElement.hasAttribute('data-viewer') && page.querySelector('[data-shared-list]'))
      open(id, true);
  };
  addEventListener('popstate', look);
  look();
}
