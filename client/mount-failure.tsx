/**
 * An app that did not come alive: logged, written into the document's error payload, and the page for addresses that lead
 * nowhere stands in its place, with its tip. A chunk that did not load is none: the page works on as the server wrote it.
 * @source spec section 8, last sentence
 */
import { createRoot } from 'react-dom/client';
import { NotFoundView } from '#client/shell/not-found.view.tsx';
import { I18nProvider } from '#client/ui/i18n.tsx';
import { joinLocale } from '#shared/locale/path.ts';
import type { Translator } from '#shared/locale/translator.ts';

/** A meta element of this name holds what failed, as JSON: `island`, `message`. Whoever supports a person finds it there. */
const ERROR_PAYLOAD = 'magpie:error';

export function answerMountFailure(element: HTMLElement, error: unknown, translator: Translator): void {
  const island = element.dataset['island'] ?? '';
  console.error('an app did not mount', island, error);
  const page = element.ownerDocument;
  if (page.querySelector(`meta[name="${ERROR_PAYLOAD}"]`)) return;
  const payload = page.createElement('meta');
  payload.name = ERROR_PAYLOAD;
  payload.content = JSON.stringify({ island, message: error instanceof Error ? error.message : String(error) });
  page.head.append(payload);
  const main = page.getElementById('main');
  if (!main) return;
  main.replaceChildren();
  createRoot(main).render(
    <I18nProvider translator={translator}>
      <NotFoundView path={location.pathname} homeHref={joinLocale(translator.locale, '/')} />
    </I18nProvider>,
  );
}
