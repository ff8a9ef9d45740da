/**
 * Forms that the server shows again with a human check to pass: `data-check-url` on the form, an empty hidden field
 * `captcha_token` inside. Pressing the button opens the check; passing it fills the field and sends the form.
 * Closing it leaves everything as it was. Without script the form says so itself.
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
      // Before whoever would send it: the form is sent again once the check is passed.
      event.stopImmediatePropagation();
      if (form.dataset['guard'] === 'sent') return;
      const pressed = event.submitter;
      setBusy(form, true, pressed);
      pass(checkUrl).then(
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

async function pass(url: string): Promise<string> {
  const { openHumanCheck } = await import('#client/shield/human-check.ts');
  return (await openHumanCheck(url, { origin: location.origin })).captchaToken;
}
