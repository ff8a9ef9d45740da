/** `/transparency`: how many links were reported and closed, per quarter. Counts alone; the same for every visitor. */
import { TransparencyView } from '#client/site/transparency.view.tsx';
import { type PublicHandler, publicPage } from '../render/public-page.tsx';
import { translatorOf } from '../render/render.tsx';
import { policyLinks } from './policy.page.tsx';

export const transparencyPage: PublicHandler = async (c, deps) => {
  const { t } = translatorOf(c.get('locale'));
  const quarters = await deps.ops.transparency();
  return publicPage(
    c,
    deps,
    { title: t('site.transparency.title'), description: t('site.transparency.lead') },
    <TransparencyView quarters={quarters} documents={policyLinks(deps, c.get('locale'), 'transparency')} />,
  );
};
