/** Forms with `data-passkey` ask the browser for a passkey before they are sent. The ceremony is loaded with the first one. */
import { setBusy } from '../shell/busy.ts';

export function watchPasskeys(page: Document): void {
  page.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.passkey === undefined || event.defaultPrevented) return;
    event.preventDefault();
    if (form.dataset.guard === 'sent') return;
    showProblem(form, '');
    setBusy(form, true);
    void import('./passkey.ts')
      .then(({ askBrowser }) => askBrowser(form))
      // A script that does not load counts as a failed ceremony.
      .catch(() => 'failed')
      .then((problem) => {
        if (problem === '') return form.submit();
        setBusy(form, false);
        showProblem(form, problem);
      });
  });
}

function showProblem(form: HTMLFormElement, problem: string): void {
  for (const sentence of form.querySelectorAll<HTMLElement>('[data-trouble]'))
    sentence.hidden = sentence.dataset.trouble !== problem;
}
