import { expect, it } from 'vitest';
import { providerSecretsOf, providersOf } from './env-providers.ts';

const ACME = { id: 'acme', name: 'Acme', issuer: 'https://id.example.com', clientId: 'magpie' };
const OTHER = { ...ACME, id: 'other', issuer: 'https://other.example' };
const listed = (...providers: object[]) => ({ OIDC_PROVIDERS: JSON.stringify(providers) });

it('there is no sign-in provider until one is set', () => {
  expect([providersOf({}), providerSecretsOf({}).size]).toEqual([[], 0]);
});

it('one sign-in provider has the secret itself, several have one for each id', () => {
  expect(providersOf(listed(ACME))).toEqual([ACME]);
  expect(providerSecretsOf({ ...listed(ACME), OIDC_CLIENT_SECRET: 'abc' }).get('acme')).toBe('abc');
  const both = providerSecretsOf({ ...listed(ACME, OTHER), OIDC_CLIENT_SECRET: '{"other":"def"}' });
  expect([both.get('acme'), both.get('other')]).toEqual([undefined, 'def']);
});

it.each([
  [{ OIDC_PROVIDERS: 'acme' }, /not JSON/],
  [listed({ ...ACME, id: 'Acme Inc' }), /0\.id/],
  [listed({ ...ACME, clientId: '' }), /0\.clientId/],
  [listed({ ...ACME, secret: 'abc' }), /0\.secret/],
  [listed({ ...ACME, issuer: 'http://id.example.com' }), /0\.issuer: must be an https address/],
  [listed({ ...ACME, issuer: 'https://user:pw@id.example.com' }), /0\.issuer/],
  [listed({ ...ACME, issuer: 'https://id.example.com?tenant=1' }), /0\.issuer/],
  [listed(ACME, { ...OTHER, id: 'acme' }), /names an id twice/],
  [listed(ACME, { ...ACME, id: 'b' }), /names an issuer twice/],
  [{ OIDC_CLIENT_SECRET: 'abc' }, /needs OIDC_PROVIDERS/],
  [{ ...listed(ACME, OTHER), OIDC_CLIENT_SECRET: 'abc' }, /JSON object with the ids acme, other/],
  [{ ...listed(ACME), OIDC_CLIENT_SECRET: '{"others":"abc"}' }, /one text for each of acme/],
])('the settings of sign-in providers %j are refused without their secret', (settings, sentence) => {
  expect(() => providerSecretsOf(settings)).toThrow(sentence);
  expect(() => providerSecretsOf(settings)).not.toThrow(/abc/);
});

it('a provider on this machine may answer without encryption', () => {
  const local = { ...ACME, issuer: 'http://127.0.0.1:9000' };
  expect(providersOf(listed(local))).toEqual([local]);
});
