/**
 * Puts a payload in the place of the page that is shown: head, main part, the marked parts of the frame; then focus and the
 * word to screen readers. Only the bytes of our own payloads pass its policy. Knows no network and no history.
 */
import type { PagePayload } from '#shared/navigation/payload.ts';

/** The one policy of public pages (worker/edge/security.ts). Scripts that come this way do not run: that is how parsing into a template works. */
const POLICY_NAME = 'magpie-page';
/** What the server takes out of a head (worker/edge/payload.ts). */
const HEAD_TAGS =
  'meta[name="description"], meta[name="robots"], meta[name^="twitter:"], meta[property^="og:"], link[rel="canonical"], link[rel="alternate"], script[type="application/ld+json"]';

interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): { createHTML(html: string): string };
}

export interface PageParts {
  /** @returns false when the page needs what this document has not loaded; nothing has changed then */
  show(payload: PagePayload): boolean;
}

export function makePageParts(page: Document): PageParts {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory };
  const policy = trustedTypes?.createPolicy(POLICY_NAME, { createHTML: (html) => html });
  const news = page.createElement('p');
  news.className = 'sr-only';
  news.setAttribute('role', 'status');
  page.body.append(news);

  function parse(html: string): DocumentFragment {
    const template = page.createElement('template');
    template.innerHTML = policy?.createHTML(html) ?? html;
    return page.importNode(template.content, true);
  }

  return {
    show(payload) {
      const loaded = Array.from(page.scripts, (script) => script.getAttribute('src'));
      const main = page.getElementById('main');
      const [fresh] = parse(payload.main).children;
      const isOther = payload.language !== page.documentElement.lang;
      if (!main || !fresh || isOther || payload.scripts.some((source) => !loaded.includes(source))) return false;

      const head = parse(payload.head);
      page.title = head.querySelector('title')?.textContent ?? page.title;
      head.querySelector('title')?.remove();
      for (const old of page.head.querySelectorAll(HEAD_TAGS)) old.remove();
      page.head.append(head);
      for (const [name, html] of Object.entries(payload.parts))
        page.querySelector(`[data-part="${name}"]`)?.replaceWith(parse(html));
      main.replaceWith(fresh);

      // Reading and the Tab key go on at the top of the new page, and its name is said.
      page.getElementById('main')?.focus({ preventScroll: true });
      news.textContent = page.title;
      // Whoever wires up a page by its elements does so again.
      page.dispatchEvent(new Event('magpie:page'));
      return true;
    },
  };
}
