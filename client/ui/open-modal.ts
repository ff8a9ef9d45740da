/**
 * Opens a modal so that nothing below it jumps: base.css stops the page's scrolling and fills the width of the lost scrollbar
 * while the root wears `data-modal`. A root that asks `:has(dialog:modal)` is styled again, with all in it, at every change of
 * the page: a long list could not be scrolled.
 */
export function openModal(dialog: HTMLDialogElement): void {
  const root = document.documentElement;
  dialog.showModal();
  // Under an open modal the scrollbar is gone already.
  if (root.hasAttribute('data-modal')) return;
  root.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`);
  root.setAttribute('data-modal', '');
  // One that is taken out of the page while it is open tells nobody.
  const watch = new MutationObserver(() => {
    if (document.querySelector('dialog:modal')) return;
    root.removeAttribute('data-modal');
    watch.disconnect();
  });
  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
}
