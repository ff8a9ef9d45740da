import { expect, it } from 'vitest';
import { checkRouteTable, matchRoute, policyDocumentOf, ROUTE_TABLE, type RouteRow } from './route-table.ts';

it.each([
  ['/', 'home', {}],
  ['/faq', 'site.faq', {}],
  ['/faq/', 'site.faq', {}],
  ['/help-center', 'site.help-center', {}],
  ['/help-center/sharing/share-a-link', 'site.help-article', { slug: 'sharing/share-a-link' }],
  ['/policy/privacy-policy', 'policy.document', { doc: 'privacy-policy' }],
  ['/policy/copyright-Infringement', 'policy.document', { doc: 'copyright-Infringement' }],
  ['/policy/copyright-infringement', 'policy.document', { doc: 'copyright-infringement' }],
  ['/policy/anti-abuse/anti-abuse', 'policy.document-nested', { doc: 'anti-abuse', sameDoc: 'anti-abuse' }],
  ['/s/abc', 'share.open', { shareId: 'abc' }],
  ['/s/abc/d/e', 'share.folder', { shareId: 'abc', parentIds: 'd/e' }],
  ['/drive/all', 'drive.all', {}],
  ['/drive/all/%E3%81%82', 'drive.folder', { folderId: 'あ' }],
  ['/activity/black-friday', 'activity.black-friday', {}],
])('a path: %s is the page %s', (path, id, params) => {
  expect(matchRoute(path)).toMatchObject({ id, params });
});

it.each([
  '/nothing',
  '/faq/x',
  '/faq//',
  '/Faq',
  '/policy',
  '/policy/none',
  '/policy/PRIVACY-POLICY',
  '/policy/privacy-policy/anti-abuse',
  '/policy/update/update/update',
  '/s',
  '/s/',
  '/s/a//b',
  '/help-center//',
  '/drive/all/%E3%81',
  '/__proto__',
  '/constructor',
])('a path: %s is no page', (path) => {
  expect(matchRoute(path)).toBeNull();
});

it('every policy has its given and its lower-case form', () => {
  expect(policyDocumentOf('copyright-infringement')).toBe('copyright-Infringement');
  expect(policyDocumentOf('Update')).toBeUndefined();
});

it('a table with an unknown guard or layout does not build', () => {
  const row = ROUTE_TABLE.home;
  const broken = (change: object) => ({ home: { ...row, ...change } as RouteRow });
  expect(() => checkRouteTable()).not.toThrow();
  expect(() => checkRouteTable(broken({ guards: ['no-such-guard'] }))).toThrow('unknown guard no-such-guard');
  expect(() => checkRouteTable(broken({ layout: 'wide' }))).toThrow('unknown layout wide');
});
