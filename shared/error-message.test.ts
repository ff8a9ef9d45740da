/** Spec section 8 as a table, over every row of the catalogue and every language: which sentence a person reads, and why. */
import { describe, expect, test } from 'vitest';
import { textByName } from './error-catalogue.ts';
import { messageOf, type ReceivedError } from './error-message.ts';
import { AppError, ERROR_NAMES, ERRORS, type ErrorName, errorBody, errorNameByCode } from './errors.ts';
import { loadMessages } from './locale/messages.ts';
import { LOCALES } from './locale/tags.ts';
import { makeTranslator } from './locale/translator.ts';

/** The texts of the specification itself, in its language. */
const SPEC_TEXTS: Readonly<Record<number, string>> = {
  4001: 'Please enter the verification code.',
  4010: 'Invalid password.',
  4011: 'Account is locked. Please try again later.',
  4012: 'Account not activated.',
  4013: 'Account is locked. Please try again later.',
  4014: 'Verification code is incorrect.',
  4015: 'Need a second verification code.',
  4016: 'The secondary verification code is incorrect.',
  4017: 'The secondary verification recovery code is incorrect.',
  4018: 'Under review.',
  4019: 'Tripartite unknown error.',
  4020: 'Please enter SMS verification code.',
  4021: 'Please try to retrieve the password.',
  4022: 'Wrong account number or password, please re-enter.',
  4023: 'Wrong account number or password, please re-enter.',
  4024: 'Verification code is expired.',
  5026: 'Server error.',
  5027: 'The authorization service is temporarily unavailable.',
  50: 'The account is in the period of cancellation audit and cannot be used.',
  38: 'Account is frozen, please try again later.',
};

const OWN_CODES = ERROR_NAMES.filter((name) => ERRORS[name].code >= 17);
/** Names of their own that share a number with an earlier row. */
const OWN_NAMES = ERROR_NAMES.filter(
  (name) => errorNameByCode(ERRORS[name].code) !== name && textByName(name) === null,
);
const STANDARD = ERROR_NAMES.filter((name) => errorNameByCode(ERRORS[name].code) === name && ERRORS[name].code < 17);

test('every error is of one of the three kinds', () => {
  expect(new Set([...OWN_CODES, ...OWN_NAMES, ...STANDARD])).toEqual(new Set(ERROR_NAMES));
});

test.each(Object.entries(SPEC_TEXTS))('code %s reads in English as the specification says', (code, text) => {
  const { text: translate } = makeTranslator('en-US', loadMessages('en-US'));
  expect(messageOf({ received: { error_code: Number(code) } }, translate)).toBe(text);
});

describe.each(LOCALES)('in %s', (locale) => {
  const messages = loadMessages(locale);
  const { text: translate } = makeTranslator(locale, messages);
  const own = (key: string) => {
    const text = messages[key];
    if (text === undefined) throw new Error(`no text ${key} in ${locale}`);
    return text;
  };
  const choose = (received: ReceivedError) => messageOf({ received }, translate);
  const kindOf = (name: ErrorName) =>
    name === 'captcha_invalid' ? own('errors.too_frequent') : own(ERRORS[name].messageKey);

  test('a message in the details comes first, under either name of the field', () => {
    for (const name of ERROR_NAMES) {
      const body = { error: name, error_code: ERRORS[name].code, error_description: 'described' };
      expect(choose({ ...body, details: [{ '@type': 'x' }, { message: 'told' }] })).toBe('told');
      expect(choose({ ...body, error_details: [{ message: 'told' }] })).toBe('told');
    }
  });

  test('the text of the name comes second: too many tries and no network have their own', () => {
    const captcha = { error: 'captcha_invalid', error_description: 'described', details: [] };
    expect(choose({ ...captcha, error_code: 4002 })).toBe(own('errors.too_frequent'));
    expect(choose({ ...captcha, error_code: 9 })).toBe(own('errors.too_frequent'));
    expect(choose({ error: 'unreachable', error_code: 8000 })).toBe(own('errors.unreachable'));
    for (const name of OWN_NAMES)
      expect(choose({ error: name, error_code: ERRORS[name].code })).toBe(own(ERRORS[name].messageKey));
  });

  test('the text of a number from 17 on comes third, whatever the name', () => {
    for (const name of OWN_CODES) {
      const error_code = ERRORS[name].code;
      expect(choose({ error: name, error_code })).toBe(kindOf(name));
      const byNumber = { error: 'a_name_of_tomorrow', error_code, error_description: 'described' };
      expect(choose(byNumber)).toBe(own(ERRORS[errorNameByCode(error_code) ?? name].messageKey));
    }
  });

  test('any other error has the default text of the form, with error and description in brackets', () => {
    for (const name of STANDARD) {
      const body = { error: name, error_code: ERRORS[name].code, error_description: 'described' };
      expect(choose(body)).toBe(`${own('errors.default')} [${name}: described]`);
      expect(messageOf({ received: body }, translate, 'The form.')).toBe(`The form. [${name}: described]`);
    }
    expect(choose({ error_code: 16 })).toBe(own('errors.default'));
    expect(choose({ error: 'odd', error_code: 999_999 })).toBe(`${own('errors.default')} [odd]`);
    expect(choose({ error_description: 'described' })).toBe(`${own('errors.default')} [described]`);
  });

  test('a refusal of our own server reads the same on both hosts, and is the row’s text', () => {
    for (const name of ERROR_NAMES.filter((one) => one !== 'unreachable' && one !== 'local')) {
      for (const host of ['user', 'drive'] as const) {
        const body = errorBody(new AppError(name), { host, path: '/x', translate, locale });
        const isTold = body.details.length > 0 || OWN_CODES.includes(name) || OWN_NAMES.includes(name);
        const wanted = isTold ? kindOf(name) : `${own('errors.default')} [${name}: ${body.error_description}]`;
        expect(choose(body), `${name} ${host}`).toBe(wanted);
      }
    }
  });
});
