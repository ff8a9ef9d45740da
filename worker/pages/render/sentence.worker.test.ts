import { expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { LOCALES } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { sentenceOf } from './form.ts';

const english = makeTranslator('en-US', loadMessages('en-US'));

it('the sentence of a refused form is our own where the specification has one for programs', () => {
  expect(sentenceOf(new AppError('invalid_account_or_password'), english)).toBe(
    'Wrong account or password. Check both and try again.',
  );
  expect(sentenceOf(new AppError('account_freeze'), english)).toContain('scheduled for deletion');
});

it('the sentence of a refused form is the more exact one that the error brings', () => {
  const exact = new AppError('user_blocked', { messageKey: 'auth.account.blocked' });
  expect(sentenceOf(exact, english)).toBe(english.t('auth.account.blocked'));
});

it.each(LOCALES)('the sentence of a refused form does not tell which accounts exist in %s', (locale) => {
  const translator = makeTranslator(locale, loadMessages(locale));
  expect(sentenceOf(new AppError('user_not_exist'), translator)).toBe(
    sentenceOf(new AppError('invalid_account_or_password'), translator),
  );
});
