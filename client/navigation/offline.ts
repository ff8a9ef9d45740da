/**
 * Starts the service worker and tells it which language's offline page to keep; ends it where the server says so
 * (`builds/latest.json`, `offline_page`). Called once a document, in the drive and after a first soft navigation.
 */
import { latestBuild } from './latest-build.ts';
import type { OfflineOrder } from './offline-worker.ts';

const WORKER_URL = '/sw.js';
/** Allowed on pages of the site and of the drive (worker/edge/security.ts). */
const POLICY_NAME = 'magpie-offline';

interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

function onlyOurs(url: string): string {
  if (url !== WORKER_URL) throw new TypeError(`no worker of ours: ${url}`);
  return url;
}

async function tell(worker: ServiceWorkerContainer, order: OfflineOrder): Promise<void> {
  (await worker.ready).active?.postMessage(order);
}

let isAsked = false;

/** Failures are logged: the page works without. */
export async function storeOfflinePage(page: Document): Promise<void> {
  const { lang: language, dataset } = page.documentElement;
  const build = dataset['build'] ?? 'dev';
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (isAsked || build === 'dev' || !worker) return;
  isAsked = true;
  try {
    if ((await latestBuild()).offline_page) {
      const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory };
      const policy = trustedTypes?.createPolicy(POLICY_NAME, { createScriptURL: onlyOurs });
      await worker.register(policy?.createScriptURL(WORKER_URL) ?? WORKER_URL);
      await tell(worker, { language, build });
    } else if (await worker.getRegistration()) await tell(worker, { off: true });
  } catch (error) {
    console.warn('the offline page is not kept', error);
  }
}
