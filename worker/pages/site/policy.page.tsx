/** `/policy/{doc}` and `/policy/{doc}/{doc}`: one document under two addresses, in its given and its lower-case form. */
import { type PolicyLink, PolicyView } from '#client/site/policy.view.tsx';
import { makeFormat } from '#shared/locale/format.ts';
import { hasOffers } from '#shared/locale/messages.ts';
import { joinLocale } from '#shared/locale/path.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { matchRoute, POLICY_DOCUMENTS, type PolicyDocument, policyDocumentOf } from '#shared/route-table.ts';
import { href } from '#shared/routes.ts';
import { isAboutOffers } from '#shared/site/offers.ts';
import { pageText } from '../render/page-texts.ts';
import { type PublicHandler, publicPage } from '../render/public-page.tsx';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { notFoundPage } from './error.page.tsx';

/** The day each document was last changed; the document `update` says what changed. */
const CHANGED: Readonly<Record<PolicyDocument, string>> = {
  'user-agreement': '2026-11-28',
  'privacy-policy': '2026-11-28',
  'membership-agreement': '2026-11-28',
  'anti-abuse': '2026-11-28',
  'child-sexual-abuse': '2026-11-28',
  'copyright-Infringement': '2026-11-28',
  update: '2026-11-28',
};

const DAY_SECONDS = 86_400;

/** A document with the facts of this server in it. */
function policyText({ config: { appOrigin, limits } }: Pick<PageDeps, 'config'>, locale: Locale, name: PolicyDocument) {
  const { bytes } = makeFormat(locale);
  const { tn } = translatorOf(locale);
  const days = (seconds: number) => tn('site.help.days', Math.round(seconds / DAY_SECONDS));
  return pageText(locale, `policy/${name.toLowerCase()}`, {
    site: new URL(appOrigin).host,
    close_days: days(limits.closeGraceSeconds),
    trash_days: days(limits.trashTtlSeconds),
    version_days: days(limits.versionTtlSeconds),
    message_days: days(limits.messageTtlSeconds),
    free_storage: bytes(limits.freeStorageBytes),
    premium_storage: bytes(limits.premiumStorageBytes),
  });
}

/** All documents, and the page of figures. @param current  the one that is shown */
export function policyLinks(
  deps: Pick<PageDeps, 'config'>,
  locale: Locale,
  current: PolicyDocument | 'transparency',
): PolicyLink[] {
  const { t } = translatorOf(locale);
  return [
    ...POLICY_DOCUMENTS.filter((name) => hasOffers() || !isAboutOffers(href('policy.document', { doc: name }))).map(
      (name) => ({
        title: policyText(deps, locale, name)?.title ?? name,
        href: joinLocale(locale, href('policy.document', { doc: name })),
        isCurrent: name === current,
      }),
    ),
    {
      title: t('site.transparency.title'),
      href: joinLocale(locale, href('site.transparency')),
      isCurrent: current === 'transparency',
    },
  ];
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
      documents={policyLinks(deps, locale, document)}
      updatedMs={Date.parse(changed)}
      site={new URL(deps.config.appOrigin).host}
      contactHref={joinLocale(locale, href('site.contact'))}
    />,
  );
};
