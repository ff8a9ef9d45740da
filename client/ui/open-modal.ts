/**
 * Opens a modal without moving the page: while the root has `data-modal`, base.css stops scrolling and fills the width of the
 * hidden scrollbar. A selector `:has(dialog:modal)` on the root would restyle the whole page at every change, too slow for a
 * long list.
 */
export function openModal(dialog: HTMLDialogElement): void {
  const root = document.documentElement;
  dialog.showModal();
  // Under an open modal the scrollbar is gone already.
  if (root.hasAttribute('data-modal')) return;
  root.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`);
  root.setAttribute('data-modal', '');
  // A dialog removed while open fires no event.
  const watch = new MutationObserver(() => {
    if (document.querySelector('dialog:modal')) return;
    root.removeAttribute('data-modal');
    watch.disconnect();
  });
  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
}
