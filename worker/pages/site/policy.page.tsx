/** `/policy/{doc}` and `/policy/{doc}/{doc}`: one document under two addresses, in its given and its lower-case form. */
import { PolicyView } from '#client/site/policy.view.tsx';
import { makeFormat } from '#shared/locale/format.ts';
import { joinLocale } from '#shared/locale/path.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { matchRoute, POLICY_DOCUMENTS, type PolicyDocument, policyDocumentOf } from '#shared/route-table.ts';
import { href } from '#shared/routes.ts';
import { pageText } from '../render/page-texts.ts';
import { type PublicHandler, publicPage } from '../render/public-page.tsx';
import type { PageDeps } from '../services.ts';
import { notFoundPage } from './error.page.tsx';

/** The day each document was last changed; the document `update` says what changed. */
const CHANGED: Readonly<Record<PolicyDocument, string>> = {
  'user-agreement': '2026-11-21',
  'privacy-policy': '2026-11-21',
  'membership-agreement': '2026-11-21',
  'anti-abuse': '2026-11-21',
  'child-sexual-abuse': '2026-11-21',
  'copyright-Infringement': '2026-11-21',
  update: '2026-11-21',
};

const DAY_SECONDS = 86_400;

/** A document with the facts of this server in it. */
function policyText({ config: { appOrigin, limits } }: Pick<PageDeps, 'config'>, locale: Locale, name: PolicyDocument) {
  const { bytes } = makeFormat(locale);
  return pageText(locale, `policy/${name.toLowerCase()}`, {
    site: new URL(appOrigin).host,
    close_days: String(Math.round(limits.closeGraceSeconds / DAY_SECONDS)),
    free_storage: bytes(limits.freeStorageBytes),
    premium_storage: bytes(limits.premiumStorageBytes),
  });
}

export const policyPage: PublicHandler = (c, deps) => {
  const locale = c.get('locale');
  const document = policyDocumentOf(matchRoute(c.get('path'))?.params['doc'] ?? '');
  const text = document && policyText(deps, locale, document);
  if (!document || !text) return notFoundPage(c);
  const canonicalPath = href('policy.document', { doc: document });
  const changed = CHANGED[document];
  return publicPage(
    c,
    deps,
    {
      title: text.title,
      description: text.description,
      canonicalPath,
      structured: [
        {
          '@type': 'WebPage',
          name: text.title,
          description: text.description,
          inLanguage: locale,
          dateModified: changed,
        },
      ],
    },
    <PolicyView
      title={text.title}
      lead={text.description}
      blocks={text.blocks}
      documents={POLICY_DOCUMENTS.map((name) => ({
        title: policyText(deps, locale, name)?.title ?? name,
        href: joinLocale(locale, href('policy.document', { doc: name })),
        isCurrent: name === document,
      }))}
      updatedMs={Date.parse(changed)}
      site={new URL(deps.config.appOrigin).host}
      contactHref={joinLocale(locale, href('site.contact'))}
    />,
  );
};
