/**
 * Finds the islands of a document, loads each by its strategy and hydrates it. Imports no feature.
 * The server's half: worker/pages/render/island-element.tsx.
 */
import { type ComponentType, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { LocalI18nProvider } from '#client/ui/i18n.tsx';
import { expectLaterTexts } from '#client/ui/later-texts.ts';
import { FACTS_BLOCK, type IslandId, type IslandLoad, type PageFacts, TEXTS_BLOCK } from '#shared/islands.ts';
import { DEFAULT_LOCALE, isLocale } from '#shared/locale/tags.ts';
import { readTimeZone } from '#shared/locale/time-zone.ts';
import { makeTranslator, type Translator } from '#shared/locale/translator.ts';
import { makeCookieJar } from './browser-storage/cookies.ts';
import { storeTimeZone } from './browser-storage/time-zone.ts';
import { ISLAND_LOADERS } from './islands.ts';
import { answerMountFailure } from './mount-failure.tsx';
import { watchNewBuild } from './navigation/build-notice.ts';
import './pages.ts';
import { startScope } from './scope.ts';

function readBlock<T>(id: string): T | null {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : null;
}

function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => run());
  else setTimeout(run, 200);
}

/** Resolves when the island's strategy allows loading. */
function whenDue(element: Element, load: IslandLoad): Promise<void> {
  switch (load) {
    case 'visible':
      return new Promise((resolve) => {
        const observer = new IntersectionObserver((entries) => {
          if (!entries.some((entry) => entry.isIntersecting)) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(element);
      });
    case 'intent':
      return new Promise((resolve) => {
        for (const name of ['pointerenter', 'focusin', 'touchstart']) {
          element.addEventListener(name, () => resolve(), { once: true, passive: true });
        }
      });
    case 'idle':
      return new Promise((resolve) => {
        whenIdle(resolve);
      });
    default:
      return Promise.resolve();
  }
}

async function hydrate(element: HTMLElement, translator: Translator, facts: PageFacts): Promise<void> {
  const id = element.dataset['island'] as IslandId;
  const prefix = element.dataset['prefix'] ?? '';
  await whenDue(element, (element.dataset['load'] ?? 'load') as IslandLoad);
  // The registry's types bind props to ids; a lookup at run time loses that.
  const Component = (await ISLAND_LOADERS[id]()).default as ComponentType<object>;
  const fail = (error: unknown) => answerMountFailure(element, error, translator);
  try {
    const props = JSON.parse(
      document.querySelector(`script[data-props="${CSS.escape(prefix)}"]`)?.textContent ?? '{}',
    ) as object;
    const children = createElement(Component, props);
    const node = createElement(LocalI18nProvider, { translator, timeZone: readTimeZone(facts.timeZone), children });
    hydrateRoot(element, node, {
      identifierPrefix: prefix,
      onRecoverableError: (error) => console.error('island hydration', id, error),
      onUncaughtError: fail,
    });
    element.dataset['hydrated'] = 'true';
  } catch (error) {
    fail(error);
  }
}

const facts = readBlock<PageFacts>(FACTS_BLOCK);
if (facts) {
  const messages = readBlock<Record<string, string>>(TEXTS_BLOCK) ?? {};
  const locale = isLocale(facts.locale) ? facts.locale : DEFAULT_LOCALE;
  const translator = makeTranslator(locale, messages);
  expectLaterTexts(locale, messages);
  const { api, session } = startScope(facts);
  storeTimeZone(makeCookieJar(document), Intl.DateTimeFormat().resolvedOptions().timeZone);
  // A page that is left cancels its waits: one that returns from the cache must not continue them.
  addEventListener('pagehide', () => api.waits.cancelAll());
  // Dispatched by the script of hand-offs, which is outside the islands.
  addEventListener('magpie:login-failed', (event) => session.loginFailed((event as CustomEvent<unknown>).detail));
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
    hydrate(element, translator, facts).catch((error: unknown) =>
      console.error('island', element.dataset['island'], error),
    );
  }
  watchNewBuild(document);
  whenIdle(() => {
    import('./navigation/offline.ts').then(
      ({ storeOfflinePage }) => storeOfflinePage(document),
      (error: unknown) => console.warn('the offline page is not stored', error),
    );
  });
}
