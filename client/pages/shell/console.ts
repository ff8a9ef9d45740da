/**
 * Opens the debug console over a page when the page and the server allow it (spec 2.9, trust.md hazard 10). It runs in a frame with
 * its own document and content policy, because it needs style elements, which the policy of other pages forbids.
 */
import { readDeviceId } from '#client/api/device.ts';
import { pageFetch } from '#client/api/fetch.ts';
import { COOKIE, makeCookieJar } from '#client/browser-storage/cookies.ts';
import { makeLocalStore } from '#client/browser-storage/local.ts';
import { LOCAL } from '#client/browser-storage/local-keys.ts';
import { globalConfig } from '#shared/config/request.contract.ts';
import { href } from '#shared/routes.ts';
import { CONSOLE_EVENT, type ConsoleMessage } from './console-event.ts';

/** Client id of the product's own pages. */
const WEB_CLIENT = 'web';
const FRAME_ID = 'debug-console';

/**
 * Whether the page is not framed, has a secure origin and no field for a secret.
 */
function isPageSuitable(view: Window): boolean {
  const isOwn = view.self === view.top;
  return isOwn && view.isSecureContext && !view.document.querySelector('input[type="password"], [data-check]');
}

interface ConfigAnswer {
  readonly values?: { readonly debug_options?: { readonly allow_vconsole?: boolean } };
}

async function isAllowed(page: Document, deviceId: string, userId: string): Promise<boolean> {
  const answer = await pageFetch(page)<ConfigAnswer>(globalConfig.path, {
    method: globalConfig.method,
    headers: { 'x-client-id': WEB_CLIENT, 'x-device-id': deviceId },
    body: { client: WEB_CLIENT, uuid: deviceId, userid: userId },
  });
  return answer?.values?.debug_options?.allow_vconsole === true;
}

/** The user who was last signed in; '' for none. */
function userIdOf(page: Document): string {
  const userId = makeCookieJar(page).get(COOKIE.userId);
  return typeof userId === 'string' ? userId : '';
}

export async function openDebugConsole(page: Document): Promise<void> {
  const view = page.defaultView;
  const store = makeLocalStore(() => localStorage);
  if (!view || page.getElementById(FRAME_ID) || store.get(LOCAL.debugBlocked) || !isPageSuitable(view)) return;
  const deviceId = readDeviceId(() => localStorage);
  try {
    if (!(await isAllowed(page, deviceId, userIdOf(page)))) return;
  } catch (error) {
    // Logged only (spec section 8): without an answer the console stays closed.
    console.warn('debug console: the configuration did not answer', error);
    return;
  }
  const frame = page.createElement('iframe');
  frame.id = FRAME_ID;
  frame.className = 'fixed inset-x-0 bottom-0 h-3/5 w-full border-0 z-(--layer-overlay)';

  const end = (): void => {
    view.removeEventListener(CONSOLE_EVENT, onMessage);
    frame.remove();
  };
  const fail = (error: unknown): void => {
    end();
    console.error('debug console: it did not load', error);
  };
  function onMessage(event: Event): void {
    const { kind, error } = (event as CustomEvent<ConsoleMessage>).detail;
    if (kind === 'block') store.set(LOCAL.debugBlocked, true);
    if (kind === 'failed') fail(error);
    else end();
  }

  view.addEventListener(CONSOLE_EVENT, onMessage);
  frame.addEventListener('error', fail);
  frame.addEventListener('load', () => {
    const inside = frame.contentDocument;
    if (!inside?.querySelector('[data-console]')) return fail(new Error('another document answered'));
    frame.title = inside.title;
    const block = inside.querySelector<HTMLElement>('[data-console-block]');
    if (block) block.hidden = store.get(LOCAL.debug) !== true;
  });
  frame.src = `${href('dev.console')}?uuid=${deviceId}`;
  page.body.append(frame);
}
