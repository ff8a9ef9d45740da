/** `/tv` and `/tv-help`: using the drive on a TV; the app when an operator offers one. */
import { HelpTextView } from '#client/site/help/help-text.view.tsx';
import { TvView } from '#client/site/tv.view.tsx';
import { valueFor } from '#shared/config/config-document.ts';
import { joinLocale } from '#shared/locale/path.ts';
import { href } from '#shared/routes.ts';
import { plainText } from '#shared/site/page-text.ts';
import { type PublicHandler, publicPage } from '../render/public-page.tsx';
import { translatorOf } from '../render/render.tsx';
import { WEB_CLIENT } from '../services.ts';
import { appData } from './apps.page.tsx';
import { helpText } from './help-texts.ts';

export const tvPage: PublicHandler = async (c, deps) => {
  const locale = c.get('locale');
  const { t } = translatorOf(locale);
  const products = await deps.documents.live('external_products');
  const { tv_apk } = valueFor(products, { language: locale, client: WEB_CLIENT, person: '' });
  const offered = tv_apk ? [{ target: 'tv_apk' as const, ...tv_apk }] : [];
  return publicPage(
    c,
    deps,
    {
      title: t('site.tv.title'),
      description: t('site.tv.lead'),
      ...appData(offered, deps.config.appOrigin, locale),
    },
    <TvView app={tv_apk} />,
  );
};

export const tvHelpPage: PublicHandler = (c, deps) => {
  const locale = c.get('locale');
  const { t } = translatorOf(locale);
  const { title, description, blocks } = helpText(locale, deps.config.limits, 'tv-help');
  const steps = blocks.flatMap((block) => (block.kind === 'list' && block.isOrdered ? block.items : []));
  const crumbs = [
    { title: t('site.help.title'), href: joinLocale(locale, href('site.help')) },
    { title: t('site.tv.title'), href: joinLocale(locale, href('site.tv')) },
  ];
  return publicPage(
    c,
    deps,
    {
      title,
      description,
      structured: [
        {
          '@type': 'HowTo',
          name: title,
          description,
          inLanguage: locale,
          step: steps.map((item, index) => ({ '@type': 'HowToStep', position: index + 1, text: plainText(item) })),
        },
      ],
    },
    <div className="px-4 py-6 sm:px-6 md:py-10">
      <HelpTextView crumbs={crumbs} title={title} lead={description} blocks={blocks} />
    </div>,
  );
};
