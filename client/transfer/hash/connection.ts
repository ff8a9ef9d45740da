/**
 * Opens the line to the hash worker. Pages of the drive demand Trusted Types: a worker starts only from an address that a
 * named policy gives, and this one gives a single address (worker/edge/security.ts allows its name).
 */

import workerUrl from './hash-worker.ts?worker&url';
import type { HashEvent, HashRequest } from './messages.ts';

/** The page's end of the line. */
export interface HashConnection {
  send(order: HashRequest): void;
  close(): void;
}

/**
 * @param onNews  hears everything the worker says
 * @param onBroken  the worker could not start or fell over; the line is of no more use
 */
export type OpenHashConnection = (
  onNews: (news: HashEvent) => void,
  onBroken: (reason: string) => void,
) => HashConnection;

/** What TypeScript's DOM does not know yet. */
interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

const POLICY_NAME = 'magpie-worker';

function onlyOurs(url: string): string {
  if (url !== workerUrl) throw new TypeError(`no worker of ours: ${url}`);
  return url;
}

/** Called once per document: a policy is made once. */
export function makeHashConnector(): OpenHashConnection {
  let policy: { createScriptURL(url: string): string } | null = null;
  return (onNews, onBroken) => {
    const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory };
    policy ??= trustedTypes?.createPolicy(POLICY_NAME, { createScriptURL: onlyOurs }) ?? { createScriptURL: onlyOurs };
    const worker = new Worker(policy.createScriptURL(workerUrl), { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<HashEvent>) => onNews(event.data));
    worker.addEventListener('error', (event) => onBroken(event.message));
    worker.addEventListener('messageerror', () => onBroken('a message could not be read'));
    return { send: (order) => worker.postMessage(order), close: () => worker.terminate() };
  };
}
