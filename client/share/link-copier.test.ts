import { expect, test, vi } from 'vitest';
import type { OwnLinkView } from '#shared/share/contract.ts';
import { makeLinkCopier } from './link-copier.ts';

function setUp() {
  let nowMs = 0;
  const links: OwnLinkView[] = [];
  const keys: string[] = [];
  const api = {
    linksTo: vi.fn(async () => links),
    create: vi.fn(async (_request: unknown, key: string | undefined) => {
      keys.push(key ?? '');
      return { shareId: `made-${keys.length}`, url: `https://drive.test/s/${keys.length}`, passCode: '', text: '' };
    }),
    remove: vi.fn(async () => undefined),
    turn: vi.fn(async () => undefined),
    direct: () => Promise.reject(new Error('not asked for')),
  };
  const copierOfWindow = () => makeLinkCopier(api, () => nowMs);
  return {
    copier: copierOfWindow(),
    other: copierOfWindow(),
    links,
    keys,
    api,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('an open link is copied as it is, and nothing is made', async () => {
  const { copier, links, api } = setUp();
  links.push({ share_id: 's', share_url: 'u', pass_code: '1234', link_status: 'PASS_CODE_EMPTY' } as OwnLinkView);
  expect(await copier.linkOf('f')).toEqual({ shareId: 's', url: 'u', passCode: '1234', isNew: false, sender: '' });
  expect(api.create).not.toHaveBeenCalled();
});

test('a new link has no terms of an earlier one', async () => {
  const { copier, links, api } = setUp();
  links.push({ share_id: 's', link_status: 'EXPIRED', pass_code: '1234', view_only: true } as OwnLinkView);
  expect((await copier.linkOf('f')).isNew).toBe(true);
  expect(api.create.mock.calls[0]?.[0]).toEqual({
    fileIds: ['f'],
    code: { kind: 'none' },
    terms: {},
    settleName: true,
  });
});

test('presses of two windows on one file have one key, later ones and those of another file another', async () => {
  const { copier, other, keys, pass } = setUp();
  await copier.linkOf('f');
  await other.linkOf('f');
  await copier.linkOf('g');
  pass(10_000);
  await other.linkOf('f');
  expect(keys[0]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(3);
});

test('a press after its link was closed or removed, here or in the dialog, makes another link', async () => {
  const { copier, other, links, keys } = setUp();
  await copier.linkOf('f');
  await copier.linkOf('f');
  links.push({ share_id: 's', link_status: 'CLOSED' } as unknown as OwnLinkView);
  await other.linkOf('f');
  expect(new Set(keys).size).toBe(3);
});
