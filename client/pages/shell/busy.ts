/** Sends a form with `data-guard` once; the pressed button shows the progress. A form of method `dialog` is not sent. */

export function watchBusy(page: Document): void {
  page.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.hasAttribute('data-guard')) return;
    if (event.submitter?.getAttribute('formmethod') === 'dialog') return;
    if (form.dataset.guard === 'sent') {
      event.preventDefault();
      return;
    }
    setBusy(form, true, event.submitter);
  });
  // A page taken back from the history cache must not stay busy.
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    for (const form of page.querySelectorAll<HTMLFormElement>('form[data-guard="sent"]')) setBusy(form, false);
  });
}

/** @param pressed  the pressed button; null: the first of the form */
export function setBusy(form: HTMLFormElement, isBusy: boolean, pressed: HTMLElement | null = null): void {
  form.dataset.guard = isBusy ? 'sent' : '';
  if (isBusy) (pressed ?? form.querySelector('[type="submit"]'))?.setAttribute('aria-busy', 'true');
  else for (const button of form.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy');
}
