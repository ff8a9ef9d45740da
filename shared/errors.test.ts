import { expect, it } from 'vitest';
import { BASE_ERROR_KEYS, messageOf, type ReceivedError } from './error-message.ts';
import {
  AppError,
  ERROR_NAMES,
  ERRORS,
  type ErrorBodyContext,
  type ErrorDetail,
  type ErrorName,
  errorBody,
  errorCodeOf,
  errorNameByCode,
  fail,
  fromErrorData,
  isAppError,
  succeed,
  toErrorData,
  unwrap,
} from './errors.ts';
import { ALL_TEXTS } from './locale/all.gen.ts';
import { loadMessages, pickMessages } from './locale/messages.ts';
import { LOCALES } from './locale/tags.ts';
import { makeTranslator } from './locale/translator.ts';

const english = makeTranslator('en-US', loadMessages('en-US'));
const drive: ErrorBodyContext = { host: 'drive', path: '/drive/v1/files', translate: english.text, locale: 'en-US' };

it('the catalogue gives the numbers of the specification', () => {
  const numbers = {
    ok: 0,
    unauthenticated: 16,
    captcha_required: 4001,
    expired_verification_code: 4024,
    interaction_required: 4031,
  };
  const more = {
    registration_not_supported: 4039,
    authorization_pending: 4050,
    expired_token: 4052,
    invalid_request: 4121,
  };
  const rest = {
    invalid_grant: 4126,
    server_error: 5026,
    temporarily_unavailable: 5027,
    account_freeze: 50,
    cannot_unlock: 38,
    local: 8001,
  };
  const wanted = { ...numbers, ...more, ...rest };
  expect(
    Object.fromEntries(Object.keys(wanted).map((name) => [name, ERRORS[name as keyof typeof wanted].code])),
  ).toEqual(wanted);
});

it('holds the standard codes 0 to 16 first, each under its standard name', () => {
  expect(ERROR_NAMES.slice(0, 17).map((name) => ERRORS[name].code)).toEqual([...Array(17).keys()]);
  expect(errorNameByCode(8)).toBe('resource_exhausted');
});

it('the catalogue has a text for every row in every language', () => {
  for (const locale of LOCALES) {
    const own = ALL_TEXTS[locale].errors ?? {};
    expect(ERROR_NAMES.filter((name) => !Object.hasOwn(own, name))).toEqual([]);
  }
});

it('the catalogue cannot be changed', () => {
  expect(Object.isFrozen(ERRORS)).toBe(true);
  expect(Object.isFrozen(ERRORS.internal)).toBe(true);
});

it('the catalogue: numbers captcha_invalid 4002 on user paths and 9 on drive paths', () => {
  expect([errorCodeOf('captcha_invalid', 'user'), errorCodeOf('captcha_invalid', 'drive')]).toEqual([4002, 9]);
});

it('the catalogue does not tell an unknown account from a wrong password', () => {
  for (const locale of LOCALES) {
    const own = loadMessages(locale);
    expect(own['errors.user_not_exist']).toBe(own['errors.invalid_account_or_password']);
  }
});

it('an error between services keeps its name and detail through plain data', () => {
  const sent = structuredClone(toErrorData(new AppError('file_not_found', { field: 'id', retryInSeconds: 3 })));
  const back = fromErrorData(sent);
  expect(isAppError(back)).toBe(true);
  expect([back.errorName, back.detail]).toEqual(['file_not_found', { field: 'id', retryInSeconds: 3 }]);
});

it('the error data hold no detail of an unexpected failure', () => {
  expect(toErrorData(new TypeError('password=hunter2'))).toEqual({ name: 'internal' });
});

it('an error between services reads a name of a newer build as unknown', () => {
  expect(fromErrorData({ name: 'from_the_future' as 'unknown' }).errorName).toBe('unknown');
});

it('an error between services is thrown when a failed result is opened', () => {
  expect(unwrap(succeed(7))).toBe(7);
  expect(() => unwrap(fail('aborted'))).toThrow(AppError);
});

it('an error between services keeps its cause', () => {
  const cause = new Error('disk');
  expect(new AppError('internal', undefined, { cause }).cause).toBe(cause);
});

it('the body of a refusal: answers both hosts with one shape', () => {
  const body = errorBody(new AppError('file_space_not_enough', { reason: 'full', metadata: { limit: '10' } }), drive);
  expect(body).toMatchObject({
    error: 'file_space_not_enough',
    error_code: 8,
    error_url: '',
    error_uri: '/drive/v1/files',
  });
  expect(body.error_description).toBe('Not enough storage. Free up space or upgrade to continue.');
  expect(body.details).toEqual(body.error_details);
  expect(body.details).toEqual([
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'full',
      domain: 'drive',
      metadata: { limit: '10' },
    },
    { '@type': 'type.googleapis.com/google.rpc.LocalizedMessage', locale: 'en-US', message: body.error_description },
  ]);
});

it('the error body holds DebugInfo for developers and the time to retry', () => {
  const body = errorBody(new AppError('too_many_requests', { message: 'bucket empty', retryInSeconds: 30 }), drive);
  expect(body.details[0]).toEqual({
    '@type': 'type.googleapis.com/google.rpc.DebugInfo',
    stack_entries: [],
    detail: 'bucket empty',
  });
  expect(body.details[1]).toMatchObject({ retry_in: 30, metadata: { retry_in: '30' } });
});

it('the body of a refusal carries no detail when the fault is ours', () => {
  const body = errorBody(new AppError('internal', { message: 'SQL near x', metadata: { table: 'users' } }), drive);
  expect([body.details, body.error_details]).toEqual([[], []]);
  expect(JSON.stringify(body)).not.toMatch(/SQL|users/);
  expect(errorBody(new RangeError('secret'), drive)).toMatchObject({ error: 'internal', details: [] });
});

it('a failure with a sentence for the person says it, and no detail', () => {
  const detail = { messageKey: 'errors.storage_full', metadata: { table: 'users' }, message: 'SQL near x' } as const;
  const body = errorBody(new AppError('unavailable', detail), drive);
  expect(body).toMatchObject({ error: 'unavailable', details: [], error_details: [] });
  expect(body.error_description).toBe(drive.translate('errors.storage_full'));
});

it('a full server is said in words, on a page that lacks the text too', () => {
  const received = {
    error: 'storage_full',
    error_code: 14,
    error_description: 'The disk is full. Ask the operator.',
  };
  const onBarePage = messageOf({ received }, drive.translate, undefined, (key) => key === 'errors.default');
  expect(onBarePage).toBe('The disk is full. Ask the operator.');
});

it('the body of a refusal takes plain data as well as an AppError', () => {
  expect(errorBody({ name: 'not_found' }, { ...drive, host: 'user' })).toMatchObject({
    error: 'not_found',
    error_code: 5,
  });
});

it('the body of a refusal shows a narrower text where the detail names one', () => {
  const body = errorBody(new AppError('invalid_argument', { messageKey: 'errors.file_name_empty' }), drive);
  expect(body.error_description).toBe('Enter a name.');
});

const choose = (received: ReceivedError): string => messageOf({ received }, english.text);

it('the first message in the details that has words comes first', () => {
  expect(choose({ error: 'unreachable', details: [{ detail: 'x' }, { message: 'From details' }] })).toBe(
    'From details',
  );
  expect(choose({ error: 'x', error_details: [{ message: '' }, null, { message: 'Later' }] })).toBe('Later');
});

it('a number may be written as text, and without an error the form has its own sentence', () => {
  expect(choose({ error_code: '38' })).toBe('Account is frozen, please try again later.');
  expect(messageOf({}, english.text, 'Could not save.')).toBe('Could not save.');
});

it('a page with few texts still shows a sentence', () => {
  const few = makeTranslator('ja', pickMessages('ja', BASE_ERROR_KEYS));
  expect(messageOf({ received: { error: 'x', error_code: 4022 } }, few.text, undefined, few.has)).toBe(
    '問題が発生しました。もう一度お試しください。 [x]',
  );
  expect(messageOf({ received: { error: 'unreachable' } }, few.text, undefined, few.has)).toMatch(
    /^サーバーに接続できません/,
  );
});

it('a page shows the same text as a client of the API', () => {
  const onPage = (name: ErrorName, detail?: ErrorDetail) => messageOf(new AppError(name, detail), english.text);
  expect(onPage('permission_denied')).toBe('You don’t have permission to do this.');
  expect(onPage('internal', { message: 'a secret' })).toBe(
    'Something went wrong. Try again. [internal: Something went wrong on our side. Try again in a moment.]',
  );
  expect(onPage('captcha_invalid')).toBe('Your operation is too frequent, please try again later');
  expect(onPage('already_exists', { messageKey: 'auth.phone.exists' })).toBe(english.text('auth.phone.exists'));
  expect(onPage('unavailable', { messageKey: 'ops.contact.error.full' })).toBe(english.text('ops.contact.error.full'));
});
