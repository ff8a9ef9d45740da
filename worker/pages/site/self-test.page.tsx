/** `/test`: the self-check of a browser. Its results stay in the browser. */
import { SelfTestView } from '#client/site/self-test.view.tsx';
import { type PublicHandler, publicPage } from '../render/public-page.tsx';
import { translatorOf } from '../render/render.tsx';

export const selfTestPage: PublicHandler = (c, deps) => {
  const { t } = translatorOf(c.get('locale'));
  return publicPage(
    c,
    deps,
    { title: t('site.self_test.title'), description: t('site.self_test.lead') },
    <SelfTestView origins={deps.config.apiOrigins} />,
  );
};
