import { expect, test } from 'vitest';
import { signUpDocument, signUpRefusal } from './sign-up.ts';

const open = { mode: 'open', mail_domains: [] } as const;
const domains = { mode: 'open', mail_domains: ['example.com'] } as const;

test.each([
  ['an open sign-up takes every address', { ...open, mail_domains: [] }, 'a@b.example', false, null],
  ['an open sign-up takes a number', { ...open, mail_domains: [] }, '', false, null],
  [
    'a closed sign-up takes no invitation',
    { mode: 'closed' as const, mail_domains: [] },
    'a@b.example',
    true,
    'closed',
  ],
  [
    'a sign-up by invitation refuses a visitor without one',
    { mode: 'invitation' as const, mail_domains: [] },
    'a@b.example',
    false,
    'invited_only',
  ],
  [
    'a sign-up by invitation takes an invited visitor',
    { mode: 'invitation' as const, mail_domains: [] },
    'a@b.example',
    true,
    null,
  ],
  [
    'an allowed domain is compared in lower case',
    { ...domains, mail_domains: ['example.com'] },
    'a@Example.COM',
    false,
    null,
  ],
  [
    'a subdomain is another domain',
    { ...domains, mail_domains: ['example.com'] },
    'a@mail.example.com',
    false,
    'domain',
  ],
  [
    'a domain that only ends alike is refused',
    { ...domains, mail_domains: ['example.com'] },
    'a@badexample.com',
    false,
    'domain',
  ],
  ['a number has no domain', { ...domains, mail_domains: ['example.com'] }, '', false, 'domain'],
])('%s', (_name, rules, email, isInvited, refusal) => {
  expect(signUpRefusal(rules, email, isInvited)).toBe(refusal);
});

test('a document with an unknown mode or a malformed domain does not parse', () => {
  const parsed = (values: object) => signUpDocument.parse(JSON.stringify({ default: values })).ok;
  expect(parsed({ mode: 'invitation', mail_domains: ['example.com'] })).toBe(true);
  expect(parsed({ mode: 'sometimes', mail_domains: [] })).toBe(false);
  expect(parsed({ mode: 'open', mail_domains: ['@example.com'] })).toBe(false);
});
