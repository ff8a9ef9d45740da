/**
 * Connects to the hash worker. Pages of the drive require Trusted Types: a worker starts only from an address of a named policy,
 * and this policy has a single address (worker/edge/security.ts allows its name).
 */

import type { TrustedTypesFactory } from '#client/navigation/trusted-types.ts';
import workerUrl from './hash-worker.ts?worker&url';
import type { HashEvent, HashRequest } from './messages.ts';

/** The page's side of the connection. */
export interface HashConnection {
  send(request: HashRequest): void;
  close(): void;
}

/**
 * @param onEvent  called with every event of the worker
 * @param onBroken  the worker could not start or crashed; the connection is unusable
 */
export type OpenHashConnection = (
  onEvent: (event: HashEvent) => void,
  onBroken: (reason: string) => void,
) => HashConnection;

const POLICY_NAME = 'magpie-worker';

function onlyOurs(url: string): string {
  if (url !== workerUrl) throw new TypeError(`unknown worker: ${url}`);
  return url;
}

/** Called once per document: a policy can be created once. */
export function makeHashConnector(): OpenHashConnection {
  let policy: { createScriptURL(url: string): string } | null = null;
  return (onEvent, onBroken) => {
    const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory };
    policy ??= trustedTypes?.createPolicy(POLICY_NAME, { createScriptURL: onlyOurs }) ?? { createScriptURL: onlyOurs };
    const worker = new Worker(policy.createScriptURL(workerUrl), { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<HashEvent>) => onEvent(event.data));
    worker.addEventListener('error', (event) => onBroken(event.message));
    worker.addEventListener('messageerror', () => onBroken('a message could not be read'));
    return { send: (request) => worker.postMessage(request), close: () => worker.terminate() };
  };
}
