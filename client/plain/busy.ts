/** A form marked `data-guard` is sent once; its button shows that it is on its way. */

export function watchBusy(page: Document): void {
  page.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.hasAttribute('data-guard')) return;
    if (form.dataset.guard === 'sent') {
      event.preventDefault();
      return;
    }
    setBusy(form, true);
  });
  // A page taken back from the history cache must not stay busy.
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    for (const form of page.querySelectorAll<HTMLFormElement>('form[data-guard="sent"]')) setBusy(form, false);
  });
}

export function setBusy(form: HTMLFormElement, isBusy: boolean): void {
  form.dataset.guard = isBusy ? 'sent' : '';
  const button = form.querySelector('[type="submit"]');
  if (isBusy) button?.setAttribute('aria-busy', 'true');
  else button?.removeAttribute('aria-busy');
}
