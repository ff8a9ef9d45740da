/** Buttons that open the system's share sheet with a link: `data-send`. They show where there is one. */

export function watchSend(page: Document, browser: Pick<Navigator, 'share'>): void {
  if (!('share' in browser)) return;
  for (const button of page.querySelectorAll<HTMLElement>('[data-send]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      // The user closed the share sheet: no message.
      browser.share({ url: button.dataset['send'] ?? '' }).catch(() => undefined);
    });
  }
}
