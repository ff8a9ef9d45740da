/**
 * Registers the service worker, which caches the offline page in the page's language; unregisters it when `builds/latest.json`
 * has `offline_page: false`. Called once per document: in the drive, and after the first soft navigation.
 */
import { latestBuild } from './latest-build.ts';
import type { OfflineMessage } from './offline-worker.ts';
import type { TrustedTypesFactory } from './trusted-types.ts';

const WORKER_URL = '/sw.js';
/** Allowed on pages of the site and of the drive (worker/edge/security.ts). */
const POLICY_NAME = 'magpie-offline';

function onlyOurs(url: string): string {
  if (url !== WORKER_URL) throw new TypeError(`unknown worker: ${url}`);
  return url;
}

async function post(worker: ServiceWorkerContainer, message: OfflineMessage): Promise<void> {
  (await worker.ready).active?.postMessage(message);
}

let isStarted = false;

/** Failures are logged; the page works without the worker. */
export async function storeOfflinePage(page: Document): Promise<void> {
  const { lang: language, dataset } = page.documentElement;
  const build = dataset['build'] ?? 'dev';
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (isStarted || build === 'dev' || !worker) return;
  isStarted = true;
  try {
    if ((await latestBuild()).offline_page) {
      const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory };
      const policy = trustedTypes?.createPolicy(POLICY_NAME, { createScriptURL: onlyOurs });
      await worker.register(policy?.createScriptURL(WORKER_URL) ?? WORKER_URL);
      await post(worker, { language, build });
    } else if (await worker.getRegistration()) await post(worker, { off: true });
  } catch (error) {
    console.warn('the offline page is not stored', error);
  }
}
