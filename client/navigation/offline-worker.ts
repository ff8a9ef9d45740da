/**
 * The service worker, built to `/sw.js`. It answers for pages that the network does not bring, and for nothing else: no page
 * and no answer is kept. A newer one takes over at once; `off` takes it away (client/navigation/offline.ts).
 */
import { makeOfflinePages } from './offline-pages.ts';

/** What the documents of this site tell their worker. */
export type OfflineOrder = { readonly language: string; readonly build: string } | { readonly off: true };

interface LateEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends LateEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
/** The parts of a service worker's world that are used here; TypeScript's DOM has the other side only. */
interface WorkerWorld {
  readonly caches: CacheStorage;
  readonly clients: { claim(): Promise<void> };
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', listen: (event: LateEvent) => void): void;
  addEventListener(name: 'fetch', listen: (event: FetchEvent) => void): void;
  addEventListener(name: 'message', listen: (event: LateEvent & { data: OfflineOrder }) => void): void;
}

const world = globalThis as unknown as WorkerWorld;
const pages = makeOfflinePages({ caches: world.caches, fetch: (address, init) => fetch(address, init) });

async function pageOr(event: FetchEvent): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const page = await pages.pageFor(new URL(event.request.url).pathname).catch(() => null);
    if (page) return page;
    throw error;
  }
}

world.addEventListener('install', (event) => event.waitUntil(world.skipWaiting()));
world.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([world.registration.navigationPreload?.enable(), world.clients.claim()]));
});
world.addEventListener('message', (event) => {
  const order = event.data;
  if ('off' in order) event.waitUntil(Promise.all([pages.forget(), world.registration.unregister()]));
  else event.waitUntil(pages.keep(order.language, order.build));
});
world.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(pageOr(event));
  else if (request.destination === 'style')
    event.respondWith(
      pages
        .styleFor(new URL(request.url).pathname)
        .catch(() => null)
        .then((kept) => kept ?? fetch(request)),
    );
});
