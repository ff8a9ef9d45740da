import { expect, it } from 'vitest';
import { camel, pascal, Refused, readWanted, words } from './names.ts';

it('reads what is to be made, and where', () => {
  expect(readWanted(['op', 'share/revoke-link'])).toEqual({ kind: 'op', feature: 'share', name: 'revoke-link' });
  expect(readWanted(['service', 'quota'])).toEqual({ kind: 'service', feature: 'quota', name: 'quota' });
});

it.each([
  [[]],
  [['gizmo', 'share/x']],
  [['page', 'share']],
  [['page', 'share/a/b']],
  [['page', 'share/a', 'more']],
  [['op', 'share/RevokeLink']],
  [['op', 'share/revoke_link']],
  [['op', 'share/../auth']],
  [['op', 'share/delete']],
  [['island', 'share/']],
  [['service', 'utils']],
  [['service', 'new-share']],
])('refuses %j', (args) => {
  expect(() => readWanted(args)).toThrow(Refused);
});

it('writes one name in the forms that code and people read', () => {
  expect([pascal('link-list'), camel('link-list'), words('link-list')]).toEqual(['LinkList', 'linkList', 'Link list']);
});
