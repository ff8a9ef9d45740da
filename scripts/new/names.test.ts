import { expect, test } from 'vitest';
import { readArguments, UsageError } from './names.ts';

test.each([[['op', 'share/revoke-link', '--beside', 'create-link']], [['op', 'share/revoke-link', 'create-link']]])(
  'the arguments %j name a feature, a new endpoint and its sibling',
  (args) => {
    expect(readArguments(args)).toEqual({
      feature: 'share',
      name: 'revokeLink',
      sibling: 'createLink',
    });
  },
);

test('a path may follow the sibling', () => {
  const args = ['op', 'drive/note', '--beside', 'rename', '--path', '/drive/v1/files/{id}:note'];
  expect(readArguments(args).path).toBe('/drive/v1/files/{id}:note');
});

test.each([
  [[]],
  [['op', 'share/x', '--beside', 'y', '--path', '/Two words']],
  [['op', 'share/x', '--beside', 'y', '--path', '/a', '/b']],
  [['gizmo', 'share/x', '--beside', 'y']],
  [['op', 'share', '--beside', 'y']],
  [['op', 'share/x']],
  [['op', 'share/x', '--beside']],
  [['op', 'share/a/b', '--beside', 'y']],
  [['op', 'share/a', '--beside', 'y', 'more']],
  [['op', 'share/RevokeLink', '--beside', 'y']],
  [['op', 'share/revoke_link', '--beside', 'y']],
  [['op', 'share/../auth', '--beside', 'y']],
  [['op', 'share/delete', '--beside', 'y']],
  [['op', 'share/utils', '--beside', 'y']],
  [['op', 'share/new-link', '--beside', 'y']],
])('the arguments %j are refused', (args) => {
  expect(() => readArguments(args)).toThrow(UsageError);
});
