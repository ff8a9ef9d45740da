/**
 * The human check of plain forms. A form with `data-check-url` was rendered again with a check: submitting opens it. A form with
 * `data-asks` asks first whether its call needs one, so that the check opens over the first press and nothing is typed twice. A passed
 * check fills the field `captcha_token` and submits the form; closing the check changes nothing. Without script the server asks.
 */
import { setBusy } from '../shell/busy.ts';

/** Fields of secrets, which the question leaves out. */
const SECRETS = ['password', 'code', 'verification_token'];
/** Past this the form is sent as it is. */
const ASK_TIMEOUT_MS = 8_000;

interface AskAnswer {
  readonly url?: string;
  readonly token?: string;
}

/** Never rejects: without an answer the form is sent, and the server shows it again with its check. */
async function ask(form: HTMLFormElement, pressed: HTMLElement | null): Promise<AskAnswer> {
  const body = new URLSearchParams(new FormData(form, pressed) as unknown as URLSearchParams);
  for (const name of SECRETS) body.delete(name);
  body.set('ask', 'check');
  try {
    const { pageFetch } = await import('#client/api/fetch.ts');
    return await pageFetch(form.ownerDocument)<AskAnswer>(form.action, {
      method: 'POST',
      body,
      timeout: ASK_TIMEOUT_MS,
    });
  } catch (error) {
    console.warn('human check', error);
    return {};
  }
}

async function tokenFor(form: HTMLFormElement, pressed: HTMLElement | null): Promise<string> {
  const { checkUrl } = form.dataset;
  const { url = '', token = '' } = checkUrl ? { url: checkUrl } : await ask(form, pressed);
  if (url === '') return token;
  const { passCheck } = await import('#client/shield/index.ts');
  return passCheck(url);
}

function fieldOf(form: HTMLFormElement): HTMLInputElement {
  const known = form.elements.namedItem('captcha_token');
  if (known instanceof HTMLInputElement) return known;
  const field = form.ownerDocument.createElement('input');
  Object.assign(field, { type: 'hidden', name: 'captcha_token' });
  form.append(field);
  return field;
}

export function watchChecks(page: Document): void {
  /** Forms that are submitted again after the check. */
  const asked = new WeakSet<HTMLFormElement>();
  page.addEventListener(
    'submit',
    (event) => {
      const { target: form, submitter: pressed } = event;
      if (!(form instanceof HTMLFormElement)) return;
      if (!form.dataset.checkUrl && !form.hasAttribute('data-asks')) return;
      if (asked.delete(form) || fieldOf(form).value !== '') return;
      event.preventDefault();
      // Before other listeners: the form is submitted again after the check.
      event.stopImmediatePropagation();
      if (form.dataset['guard'] === 'sent') return;
      setBusy(form, true, pressed);
      tokenFor(form, pressed).then(
        (token) => {
          setBusy(form, false);
          fieldOf(form).value = token;
          asked.add(form);
          form.requestSubmit(pressed);
        },
        () => setBusy(form, false),
      );
    },
    { capture: true },
  );
}
