/**
 * The login dialog (spec 2.5): the forms of the sign-in page, shown over the current page. Loaded when first needed. Steps that do
 * not work in a dialog open the page. No framework; all markup comes from the server.
 */
import { openModal } from '#client/ui/open-modal.ts';
import { wholeStyles } from '#client/ui/whole-styles.ts';
import { ROUTES } from '#shared/routes.ts';
import { setBusy } from '../shell/busy.ts';
import { enhance, watchFields } from './fields.ts';
import { watchForms } from './forms.ts';

/** Timeout, after which the caller opens the sign-in page. */
const ANSWER_TIMEOUT_MS = 20_000;
/** Prefix of every id in the dialog, so that none equals an id of the page. */
const ID_MARK = 'login-';
/** Attributes that hold ids. */
const ID_ATTRIBUTES = ['id', 'for', 'aria-describedby', 'aria-labelledby', 'data-reveal', 'data-caps'];
/** SVG attributes that refer to an id of the document, as in `url(#sheen)`. */
const REFERENCE_ATTRIBUTES = ['fill', 'stroke', 'clip-path', 'mask', 'filter'];
/** Pages whose forms and links stay in the dialog. */
const DIALOG_PATHS: readonly string[] = [
  ROUTES['auth.sign-in'],
  ROUTES['auth.sign-up'],
  ROUTES['auth.reset'],
  ROUTES['auth.passkey'],
];

export interface LoginDialog {
  /**
   * Shows the dialog, or returns the result of an open one.
   * @param purpose  login purpose; '' for none
   * @returns whether a user is signed in now; false when the dialog was closed
   * @throws Error when the sign-in page did not load
   */
  open(purpose?: string): Promise<boolean>;
}

interface Answer {
  page: Document | null;
  url: URL;
}

/** XMLHttpRequest parses an answer as an inert document; parsing text would need a Trusted Types policy. */
function ask(method: 'GET' | 'POST', url: string | URL, body: URLSearchParams | null): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.setRequestHeader('accept-language', document.documentElement.lang);
    request.responseType = 'document';
    request.timeout = ANSWER_TIMEOUT_MS;
    request.onload = () => resolve({ page: request.responseXML, url: new URL(request.responseURL) });
    request.onerror = request.ontimeout = () => reject(new Error('the sign-in page did not answer'));
    request.send(body);
  });
}

function signInUrl(purpose: string): URL {
  const url = new URL(ROUTES['auth.sign-in'], location.origin);
  // A redirect to the last page shows that a user is signed in.
  url.searchParams.set('next', ROUTES['auth.success']);
  url.searchParams.set('frame', 'dialog');
  if (purpose) url.searchParams.set('scene', purpose);
  return url;
}

function markIds(root: Element): void {
  const selector = ID_ATTRIBUTES.map((name) => `[${name}]`).join();
  for (const element of root.querySelectorAll(selector))
    for (const name of ID_ATTRIBUTES) {
      const ids = element.getAttribute(name);
      if (ids)
        element.setAttribute(
          name,
          ids.replace(/\S+/g, (id) => ID_MARK + id),
        );
    }
  for (const name of REFERENCE_ATTRIBUTES)
    for (const element of root.querySelectorAll(`[${name}^="url(#"]`))
      element.setAttribute(name, (element.getAttribute(name) ?? '').replace('url(#', `url(#${ID_MARK}`));
}

function staysInDialog(url: URL): boolean {
  return url.origin === location.origin && DIALOG_PATHS.includes(url.pathname);
}

export function makeLoginDialog(page: Document): LoginDialog {
  let open: Promise<boolean> | null = null;

  function run(purpose: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const dialog = page.createElement('dialog');
      dialog.className = 'dialog';
      watchFields(dialog);
      watchForms(document);
      let isIn = false;

      function end(): void {
        dialog.remove();
        resolve(isIn);
      }

      /** @returns false when the answer is no sign-in page */
      function take({ page: fresh, url }: Answer): boolean {
        if (url.origin !== location.origin) return false;
        if (url.pathname.endsWith(ROUTES['auth.success'])) {
          isIn = true;
          dialog.close();
          return true;
        }
        const block = fresh?.querySelector('[data-auth]');
        if (!block) return false;
        markIds(block);
        dialog.replaceChildren(page.adoptNode(block));
        dialog.setAttribute('aria-labelledby', dialog.querySelector('h1')?.id ?? '');
        // passkeys.ts calls `submit` of a passkey form.
        for (const form of dialog.querySelectorAll<HTMLFormElement>('form[data-passkey]'))
          form.submit = () => send(form, null);
        if (!dialog.open) openModal(dialog);
        dialog.scrollTop = 0;
        enhance(dialog);
        const first = dialog.querySelector<HTMLElement>('[autofocus], [aria-invalid]');
        (first ?? dialog.querySelector<HTMLElement>('input:not([type="hidden"], .hidden)') ?? dialog).focus();
        return true;
      }

      function fail(form: HTMLFormElement | null): void {
        if (form) setBusy(form, false);
        for (const note of dialog.querySelectorAll<HTMLElement>('[data-auth-failed]')) note.hidden = false;
      }

      function send(form: HTMLFormElement, submitter: HTMLElement | null): void {
        const fields = new FormData(form, submitter) as unknown as URLSearchParams;
        ask('POST', form.action, new URLSearchParams(fields)).then(
          (answer) => {
            if (dialog.isConnected && !take(answer)) fail(form);
          },
          () => fail(form),
        );
      }

      dialog.addEventListener('close', end, { once: true });
      dialog.addEventListener('submit', (event) => {
        const form = event.target;
        if (!(form instanceof HTMLFormElement) || form.method === 'dialog' || event.defaultPrevented) return;
        if (!staysInDialog(new URL(form.action)) || form.dataset.passkey !== undefined) return;
        event.preventDefault();
        // Sent once: a second press during the request has no effect.
        if (form.dataset.guard !== 'sent') send(form, event.submitter);
      });
      dialog.addEventListener('click', (event) => {
        const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
        if (!link || link.target === '_blank' || !staysInDialog(new URL(link.href))) return;
        event.preventDefault();
        ask('GET', link.href, null).then(
          (answer) => {
            if (dialog.isConnected && !take(answer)) fail(null);
          },
          () => fail(null),
        );
      });
      Promise.all([ask('GET', signInUrl(purpose), null), wholeStyles(page)]).then(
        ([answer]) => {
          page.body.append(dialog);
          if (take(answer)) return;
          dialog.remove();
          reject(new Error('the sign-in page answered something else'));
        },
        (error: unknown) => reject(error instanceof Error ? error : new Error('no answer')),
      );
    });
  }

  return {
    open(purpose = '') {
      open ??= run(purpose).finally(() => {
        open = null;
      });
      return open;
    },
  };
}
