/** Our own check: a checkbox with proof of work behind it. The only file that imports the widget's package. */
import 'altcha/altcha.css';
import 'altcha/external';
import workerUrl from 'altcha/workers/pbkdf2?worker&url';
import type { TrustedTypesFactory } from '#client/navigation/trusted-types.ts';
import { type CheckTrouble, challengeUrl, troubleOf } from './check-api.ts';
import type { CheckPage, CheckWidget } from './check-page.ts';

/** More cores would only heat the device. */
const MAX_WORKERS = 4;
const ALGORITHM = 'PBKDF2/SHA-256';
/** The name that the page's policy allows (worker/edge/check-policy.ts). */
const POLICY_NAME = 'magpie-worker';

interface Widget extends HTMLElement {
  reset(): void;
}

function onlyOurs(url: string): string {
  if (url !== workerUrl) throw new TypeError(`no worker of ours: ${url}`);
  return url;
}

export function makeWorkWidget(page: CheckPage): CheckWidget {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory };
  const policy = trustedTypes?.createPolicy(POLICY_NAME, { createScriptURL: onlyOurs });
  const address = policy ? policy.createScriptURL(workerUrl) : workerUrl;
  $altcha.algorithms.set(ALGORITHM, () => new Worker(address, { type: 'module' }));
  // The widget is translated into few of our languages: our texts replace its own.
  $altcha.i18n.set('en', { ...$altcha.i18n.get('en'), ...page.strings });

  let why: CheckTrouble = 'failed';
  const widget = document.createElement('altcha-widget') as Widget;
  widget.addEventListener('statechange', (event) => {
    const { state } = (event as CustomEvent<{ state: string }>).detail;
    if (state === 'verifying') page.show('working');
    if (state === 'expired') page.fail('late');
    if (state === 'error') page.fail(why);
  });
  widget.addEventListener('verified', (event) => {
    void page.solve((event as CustomEvent<{ payload: string }>).detail.payload);
  });
  // Set as defaults: attributes set later arrive after its first rendering.
  $altcha.defaults.set({
    challenge: challengeUrl(page.facts),
    language: 'en',
    hideLogo: true,
    hideFooter: true,
    humanInteractionSignature: false,
    minDuration: 0,
    workers: Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 2),
    async fetch(input: RequestInfo | URL, init?: RequestInit) {
      why = 'unreachable';
      const response = await fetch(input, init);
      why = response.ok ? 'failed' : troubleOf((await response.clone().json()) as object);
      return response;
    },
  });
  page.place.append(widget);
  return {
    reset() {
      widget.reset();
      widget.querySelector('input')?.focus();
    },
    remove: () => widget.remove(),
  };
}
