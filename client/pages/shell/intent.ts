/**
 * Loads soft navigation (navigation/soft.ts) with the first sign that the user is about to follow a link. Until then links load
 * documents, as always in browsers without the Navigation API.
 */
import type { SoftNavigation } from '#client/navigation/soft.ts';

const SIGNS = ['pointerover', 'focusin', 'touchstart'];

export function watchIntent(page: Document): void {
  let soft: Promise<SoftNavigation> | undefined;

  function loadSoft(): Promise<SoftNavigation> {
    for (const name of SIGNS) page.removeEventListener(name, sense);
    soft ??= import('#client/navigation/soft.ts').then((part) => part.startSoft(page));
    return soft;
  }
  function sense(event: Event): void {
    if (event.target instanceof Element && event.target.closest('a'))
      void loadSoft().then(({ intend }) => intend(event));
  }

  if (page.documentElement.dataset['site'] === undefined || !('navigation' in window)) return;
  for (const name of SIGNS) page.addEventListener(name, sense, { passive: true });
  // Back and forward between pages of one document, also after a reload.
  navigation.addEventListener('navigate', (event) => {
    const { destination } = event;
    if (event.navigationType !== 'traverse' || !event.canIntercept || event.hashChange || !destination.sameDocument)
      return;
    const left = { key: navigation.currentEntry?.key ?? '', top: scrollY };
    event.intercept({
      focusReset: 'manual',
      scroll: 'manual',
      handler: () =>
        loadSoft().then(
          (soft) => soft.return(destination, left),
          () => location.reload(),
        ),
    });
  });
}
