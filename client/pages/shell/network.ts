/** Shows and hides the offline note. */

export function watchNetwork(view: Window): void {
  const show = (): void => {
    for (const note of view.document.querySelectorAll<HTMLElement>('[data-offline]'))
      note.hidden = view.navigator.onLine;
  };
  view.addEventListener('online', show);
  view.addEventListener('offline', show);
  show();
}
