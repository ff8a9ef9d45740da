/** The storage widget of the apps. */

import { WidgetView } from '#client/membership/widget.view.tsx';
import { joinLocale } from '#shared/locale/path.ts';
import { href } from '#shared/routes.ts';
import { sellsHere } from '../payment/sells.ts';
import { visitorOf } from '../payment/visitor.ts';
import { type PublicHandler, publicPage } from '../render/public-page.tsx';
import { translatorOf } from '../render/render.tsx';

export const widgetPage: PublicHandler = async (c, deps) => {
  const [visitor, catalogue] = await Promise.all([visitorOf(c, deps), deps.membership.catalogue()]);
  const { t } = translatorOf(c.get('locale'));
  const title = t('membership.widget.title');
  return publicPage(
    c,
    deps,
    { title, description: title },
    <WidgetView
      own={visitor?.own ?? null}
      here={joinLocale(c.get('locale'), href('inapp.widget'))}
      sells={sellsHere(deps, catalogue)}
    />,
  );
};
