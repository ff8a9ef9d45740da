import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { I18nProvider } from '#client/ui/i18n.tsx';
import { loadMessages } from '#shared/locale/messages.ts';
import { LOCALES } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { PlansView } from './plans.view.tsx';

test.each(LOCALES)(
  'the plan page in %s names the plan of the user, and says to others that nothing is sold',
  (locale) => {
    const messages = loadMessages(locale);
    const translator = makeTranslator(locale, messages);
    const html = (premium: boolean) =>
      renderToString(
        <I18nProvider translator={translator}>
          <PlansView
            page="payment"
            here="/drive/payment"
            own={{ premium, usageBytes: 1, limitBytes: 2 }}
            limits={{ freeStorageBytes: 2, premiumStorageBytes: 4, fileBytes: 1 }}
          />
        </I18nProvider>,
      );
    const shows = (key: string, premium: boolean) => html(premium).includes(translator.text(key));
    expect([shows('membership.plans.premium.text', true), shows('membership.plans.closed.title', true)]).toEqual([
      true,
      false,
    ]);
    expect([shows('membership.plans.premium.text', false), shows('membership.plans.closed.title', false)]).toEqual([
      false,
      true,
    ]);
  },
);
