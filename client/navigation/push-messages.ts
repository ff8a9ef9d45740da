/** Notifications by web push, shown by the service worker and opened from there. Imports no module: the worker is one file. */

/** As worker/services/drive/bell/push.ts writes it. */
interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** Below the origin. */
  readonly path: string;
  /** A repeat takes the place of the one before. */
  readonly tag: string;
  readonly lang: string;
}

/** The used parts of `Clients`. */
export interface PageClients {
  matchAll(options: { readonly type: 'window' }): Promise<readonly PageWindow[]>;
  openWindow(address: string): Promise<unknown>;
}
interface PageWindow {
  readonly url: string;
  focus(): Promise<unknown>;
}

const NOTHING: PushMessage = { title: 'Magpie', body: '', path: '/drive/notifications', tag: 'magpie', lang: '' };
const ICON = '/icon-192.png';

function read(text: string): PushMessage {
  try {
    const message = JSON.parse(text) as Partial<Record<keyof PushMessage, unknown>>;
    const texts = Object.fromEntries(Object.entries(message).filter(([, value]) => typeof value === 'string'));
    return { ...NOTHING, ...texts };
  } catch {
    // A browser that was promised visible messages wants one for each push.
    return NOTHING;
  }
}

/** A path of this site: never the address of another one. */
function pathOf(data: unknown): string {
  const path = typeof data === 'string' ? data : '';
  return /^\/(?![/\\])/.test(path) ? path : NOTHING.path;
}

export function showPush(
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>,
  text: string,
): Promise<void> {
  const { title, body, path, tag, lang } = read(text);
  return registration.showNotification(title, { body, tag, lang, icon: ICON, badge: ICON, data: pathOf(path) });
}

/** Brings a window with that page to the front, else opens one. */
export async function openPushed(clients: PageClients, data: unknown): Promise<void> {
  const path = pathOf(data);
  const open = (await clients.matchAll({ type: 'window' })).find(({ url }) => {
    const { pathname, search, hash } = new URL(url);
    return pathname + search + hash === path;
  });
  await (open ? open.focus() : clients.openWindow(path));
}
