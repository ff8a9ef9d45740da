/**
 * `/check-in` and its guide. Rewards belong to a membership, which this product does not have yet: the pages say that nothing
 * can be collected. They read only whether the browser has a session.
 */
import { CheckInView } from '#client/site/check-in.view.tsx';
import { HelpTextView } from '#client/site/help/help-text.view.tsx';
import { joinLocale } from '#shared/locale/path.ts';
import { href } from '#shared/routes.ts';
import { type PublicHandler, publicPage } from '../render/public-page.tsx';
import { translatorOf } from '../render/render.tsx';
import { helpText } from './help-texts.ts';

export const checkInPage: PublicHandler = (c, deps) => {
  const { t } = translatorOf(c.get('locale'));
  return publicPage(
    c,
    deps,
    { title: t('site.check_in.title'), description: t('site.check_in.lead') },
    <CheckInView isSignedIn={c.get('isSignedInHere')} />,
  );
};

export const checkInGuidePage: PublicHandler = (c, deps) => {
  const locale = c.get('locale');
  const { t } = translatorOf(locale);
  const { title, description, blocks } = helpText(locale, deps.config.limits, 'check-in-guide');
  const crumbs = [
    { title: t('site.help.title'), href: joinLocale(locale, href('site.help')) },
    { title: t('site.check_in.title'), href: joinLocale(locale, href('site.check-in')) },
  ];
  return publicPage(
    c,
    deps,
    {
      title,
      description,
      structured: [{ '@type': 'Article', headline: title, description, inLanguage: locale }],
    },
    <HelpTextView crumbs={crumbs} title={title} lead={description} blocks={blocks} />,
  );
};
