/**
 * The service worker, built to `/sw.js`. It serves the offline page for pages that the network cannot deliver, keeps what other apps
 * hand over (received-files.ts), puts the list that the person saw last into the offline page (last-listings.ts), shows notifications
 * (push-messages.ts), and nothing else.
 * A newer worker takes over at once; `off` unregisters it (client/navigation/offline.ts).
 */
import { dropListings, endsListings, withListing } from './last-listings.ts';
import { makeOfflinePages } from './offline-pages.ts';
import { openPushed, type PageClients, showPush } from './push-messages.ts';
import { dropOldReceived, dropReceived, keepReceived, RECEIVE_PATH } from './received-files.ts';

/** Messages from the documents of this site to the worker. */
export type OfflineMessage = { readonly language: string; readonly build: string } | { readonly off: true };

interface LateEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends LateEvent {
  readonly data: { text(): string } | null;
}
interface ClickEvent extends LateEvent {
  readonly notification: Notification;
}
interface FetchEvent extends LateEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
/** The used parts of a service worker's global scope, which TypeScript's DOM types lack. */
interface WorkerScope {
  readonly caches: CacheStorage;
  readonly clients: PageClients & { claim(): Promise<void> };
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', listen: (event: LateEvent) => void): void;
  addEventListener(name: 'fetch', listen: (event: FetchEvent) => void): void;
  addEventListener(name: 'push', listen: (event: PushEvent) => void): void;
  addEventListener(name: 'notificationclick', listen: (event: ClickEvent) => void): void;
  addEventListener(name: 'message', listen: (event: LateEvent & { data: OfflineMessage }) => void): void;
}

const worker = globalThis as unknown as WorkerScope;
const pages = makeOfflinePages({ caches: worker.caches, fetch: (address, init) => fetch(address, init) });

async function pageOr(event: FetchEvent): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const { pathname } = new URL(event.request.url);
    const page = await pages.pageFor(pathname).catch(() => null);
    if (!page) throw error;
    const plain = page.clone();
    return withListing(worker.caches, page, pathname, Date.now()).catch(() => plain);
  }
}

/** Any site can send such a form: nothing is stored before the person has answered the dialog. */
async function receive(request: Request): Promise<Response> {
  const { origin } = new URL(request.url);
  const to = await keepReceived(worker.caches, await request.formData(), origin, Date.now());
  return Response.redirect(origin + to, 303);
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([worker.registration.navigationPreload?.enable(), worker.clients.claim()]));
});
worker.addEventListener('message', (event) => {
  const message = event.data;
  if ('off' in message)
    event.waitUntil(
      Promise.all([
        pages.clear(),
        dropReceived(worker.caches),
        dropListings(worker.caches),
        worker.registration.unregister(),
      ]),
    );
  else
    event.waitUntil(
      Promise.all([pages.store(message.language, message.build), dropOldReceived(worker.caches, Date.now())]),
    );
});
worker.addEventListener('push', (event) => event.waitUntil(showPush(worker.registration, event.data?.text() ?? '')));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPushed(worker.clients, event.notification.data));
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (endsListings(request.method, new URL(request.url).pathname, request.mode === 'navigate'))
    event.waitUntil(dropListings(worker.caches));
  if (request.method === 'POST' && new URL(request.url).pathname === RECEIVE_PATH) {
    // The server leads to the same dialog, which says that nothing came.
    event.respondWith(receive(request).catch(() => Response.redirect(RECEIVE_PATH, 303)));
    return;
  }
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(pageOr(event));
  else if (request.destination === 'style')
    event.respondWith(
      pages
        .styleFor(new URL(request.url).pathname)
        .catch(() => null)
        .then((cached) => cached ?? fetch(request)),
    );
});
