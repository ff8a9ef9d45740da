/** Forms marked `data-passkey` ask the browser for a passkey before they are sent; what does that is loaded when it is wanted. */
import { setBusy } from '../shell/busy.ts';

export function watchPasskeys(page: Document): void {
  page.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.passkey === undefined || event.defaultPrevented) return;
    event.preventDefault();
    if (form.dataset.guard === 'sent') return;
    showTrouble(form, '');
    setBusy(form, true);
    void import('./passkey.ts')
      .then(({ askBrowser }) => askBrowser(form))
      // What could not be loaded is one of the things that did not work this time.
      .catch(() => 'failed')
      .then((trouble) => {
        if (trouble === '') return form.submit();
        setBusy(form, false);
        showTrouble(form, trouble);
      });
  });
}

function showTrouble(form: HTMLFormElement, trouble: string): void {
  for (const sentence of form.querySelectorAll<HTMLElement>('[data-trouble]'))
    sentence.hidden = sentence.dataset.trouble !== trouble;
}
