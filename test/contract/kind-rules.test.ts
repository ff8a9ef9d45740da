/** A company and a family change values of the other documents. */
import { expect, test } from 'vitest';
import { signUpDocument } from '#shared/auth/sign-up.ts';
import { activityOperationDocument } from '#shared/config/documents.ts';
import type { Parsed } from '#shared/document-kind.ts';
import { catalogueDocument } from '#shared/membership/catalogue.ts';
import { rewardsDocument } from '#shared/membership/rewards.ts';
import { ofKind } from '#worker/services/config/kind-rules.ts';

function read<T>(kind: { parse(text: string): Parsed<T>; readonly initial: string }, text = kind.initial): T {
  const parsed = kind.parse(text);
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.value;
}

const signUp = (mode: string, mail_domains: string[] = []) =>
  read(signUpDocument, JSON.stringify({ default: { mode, mail_domains } }));

test.each([
  ['everyone', 'default', [], 'open'],
  ['company', 'default', [], 'invitation'],
  ['company', 'default', ['acme.example'], 'open'],
  ['family', 'default', [], 'invitation'],
  ['company', 'open', [], 'open'],
  ['everyone', 'closed', [], 'closed'],
] as const)('sign-up in %s with the mode %s and the domains %j is %s', (kind, mode, domains, expected) => {
  expect(ofKind('sign_up', signUp(mode, [...domains]), kind).default.mode).toBe(expected);
});

test('a family sells nothing, gives nothing and has no activity; everyone has what operators published', () => {
  const catalogue = read(catalogueDocument);
  expect([ofKind('membership', catalogue, 'family').sells, ofKind('membership', catalogue, 'everyone').sells]).toEqual([
    false,
    true,
  ]);
  const rewards = read(rewardsDocument);
  expect(ofKind('rewards', rewards, 'everyone')).toBe(rewards);
  expect(ofKind('rewards', rewards, 'family')).toMatchObject({
    checkIn: { open: false },
    invitations: { open: false, newcomerDays: 0 },
  });
  const { default: first } = JSON.parse(activityOperationDocument.initial) as { default: Record<string, object> };
  const open = { ...first['christmas'], open: true };
  const text = JSON.stringify({
    default: { ...first, christmas: open },
    variants: [{ when: {}, values: { christmas: open } }],
  });
  const { default: own, variants } = ofKind('activity_operation', read(activityOperationDocument, text), 'company');
  expect([own.christmas.open, variants[0]?.values.christmas?.open]).toEqual([false, false]);
});
