/**
 * Forms that the server renders again with a human check: `data-check-url` on the form, an empty hidden field `captcha_token`
 * inside. Submitting opens the check; a passed check fills the field and submits the form. Closing the check changes nothing.
 * Without script the form explains the check.
 */
import { setBusy } from '../shell/busy.ts';

export function watchChecks(page: Document): void {
  page.addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement)) return;
      const { checkUrl } = form.dataset;
      const field = form.elements.namedItem('captcha_token');
      if (!checkUrl || !(field instanceof HTMLInputElement) || field.value !== '') return;
      event.preventDefault();
      // Before other listeners: the form is submitted again after the check.
      event.stopImmediatePropagation();
      if (form.dataset['guard'] === 'sent') return;
      const pressed = event.submitter;
      setBusy(form, true, pressed);
      const passed = import('#client/shield/index.ts').then(({ passCheck }) => passCheck(checkUrl));
      passed.then(
        (token) => {
          setBusy(form, false);
          field.value = token;
          form.requestSubmit(pressed);
        },
        () => setBusy(form, false),
      );
    },
    { capture: true },
  );
}
