/**
 * A provider's check. The server puts its script into the page, and the script makes one global; both providers draw their box with
 * `render` and pass a token to a callback.
 */
import type { CheckPage, CheckWidget } from './check-page.ts';

/** The common part of both providers' interfaces, as documented. */
interface ProviderGlobal {
  ready?(then: () => void): void;
  render(place: HTMLElement, options: Readonly<Record<string, unknown>>): unknown;
  reset(id?: unknown): void;
}

/** Same as worker/services/shield/captcha/provider.ts verifies. */
const ACTION = 'human_check';
/** Longest load of the provider's script. */
const ARRIVAL_MS = 15_000;

/** @param script  the provider's script element; undefined when the page has none */
export function makeProviderWidget(page: CheckPage, script: HTMLScriptElement | null): CheckWidget {
  const { provider, siteKey, bound } = page.facts;
  const globals = globalThis as { turnstile?: ProviderGlobal; grecaptcha?: ProviderGlobal };
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  let drawn: { by: ProviderGlobal; id: unknown } | null = null;

  function draw(): void {
    const by = provider === 'turnstile' ? globals.turnstile : globals.grecaptcha;
    if (drawn || !by?.render) return;
    const id = by.render(page.place, {
      sitekey: siteKey,
      theme: document.documentElement.dataset['theme'] ?? theme,
      ...(provider === 'turnstile' ? { action: ACTION, cData: bound, size: 'flexible' } : {}),
      callback: (token: string) => void page.solve(token),
      'expired-callback': () => page.fail('late'),
      'error-callback': () => page.fail('unreachable'),
    });
    drawn = { by, id };
  }

  const start = (): void => {
    const by = provider === 'turnstile' ? globals.turnstile : globals.grecaptcha;
    // reCAPTCHA's first script loads a second one; only `ready` reports `render`. Turnstile's `ready` throws here.
    if (provider === 'recaptcha' && by?.ready) by.ready(draw);
    else draw();
  };
  const late = setTimeout(() => {
    if (!drawn) page.fail('unreachable');
  }, ARRIVAL_MS);
  script?.addEventListener('load', start);
  script?.addEventListener('error', () => page.fail('unreachable'));
  start();
  return {
    reset() {
      if (drawn) drawn.by.reset(drawn.id);
      // Without its script another attempt cannot work.
      else location.reload();
    },
    remove() {
      clearTimeout(late);
      page.place.replaceChildren();
    },
  };
}
