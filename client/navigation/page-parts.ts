/**
 * Replaces the shown page by a payload: head, main part, the marked parts of the frame; then moves the focus and notifies screen
 * readers. Its policy is used for the product's own payloads only. No network, no history.
 */
import type { PagePayload } from '#shared/navigation/payload.ts';
import type { TrustedTypesFactory } from './trusted-types.ts';

/** The policy of public pages (worker/edge/security.ts). Scripts parsed into a template do not run. */
const POLICY_NAME = 'magpie-page';
/** Head elements of a payload (worker/edge/payload.ts). */
const HEAD_TAGS =
  'meta[name="description"], meta[name="robots"], meta[name^="twitter:"], meta[property^="og:"], link[rel="canonical"], link[rel="alternate"], script[type="application/ld+json"]';

export interface PageParts {
  /** @returns false when the page needs scripts that this document lacks; nothing has changed then */
  show(payload: PagePayload): boolean;
}

export function makePageParts(page: Document): PageParts {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory };
  const policy = trustedTypes?.createPolicy(POLICY_NAME, { createHTML: (html) => html });
  const announcer = page.createElement('p');
  announcer.className = 'sr-only';
  announcer.setAttribute('role', 'status');
  page.body.append(announcer);

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

      // Screen readers and the Tab key continue at the top of the new page; its title is announced.
      page.getElementById('main')?.focus({ preventScroll: true });
      announcer.textContent = page.title;
      // Scripts that bind to elements of the page bind again.
      page.dispatchEvent(new Event('magpie:page'));
      return true;
    },
  };
}
