import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { I18nProvider } from '#client/ui/i18n.tsx';
import { loadMessages } from '#shared/locale/messages.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { NoPassword } from './no-password.view.tsx';

const EN = loadMessages('en-US');

function shown(mail: boolean, sms: boolean): string {
  return renderToString(
    <I18nProvider translator={makeTranslator('en-US', EN, EN)}>
      <NoPassword mail={mail} sms={sms} />
    </I18nProvider>,
  );
}

test('a code is promised by mail alone, and without any way a link is to be asked for', () => {
  expect(shown(true, false)).toContain('to your email address');
  expect(shown(false, true)).toContain('Choose a password');
  for (const text of ['to your email address', 'Choose a password']) expect(shown(false, false)).not.toContain(text);
  expect(shown(false, false)).toContain('for a link');
});
