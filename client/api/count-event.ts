/** Counts an event where this browser's user has allowed it: its name and a path without query; no cookie and no id. */

import { makeLocalStore } from '#client/browser-storage/local.ts';
import { LOCAL } from '#client/browser-storage/local-keys.ts';
import type { EventName } from '#shared/ops/event.contract.ts';
import { pageFetch } from './fetch.ts';

const PATH = '/statistics/v1/events';

export function mayCount(): boolean {
  return makeLocalStore(() => localStorage).get(LOCAL.allowAnalysis) === true;
}

/** @param path  of a public page; the server counts no other */
export function countEvent(name: EventName, path: string): void {
  if (!mayCount()) return;
  // A lost count is not repeated.
  pageFetch()(PATH, {
    method: 'POST',
    body: { events: [{ name, path }] },
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined);
}
