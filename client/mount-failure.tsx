/**
 * An island that failed to mount: logged, written into the document's error payload, and replaced by the not-found page. A chunk
 * that did not load is no such failure: the page stays as the server rendered it.
 * @source spec section 8, last sentence
 */
import { createRoot } from 'react-dom/client';
import { NotFoundView } from '#client/shell/not-found.view.tsx';
import { I18nProvider } from '#client/ui/i18n.tsx';
import { joinLocale } from '#shared/locale/path.ts';
import type { Translator } from '#shared/locale/translator.ts';

/** Name of the meta element with the failure as JSON: `island`, `message`. For the support. */
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
