import { expect, test } from 'vitest';
import type { OwnLinkView } from '#shared/share/contract.ts';
import type { ShareStatus } from '#shared/share/model.ts';
import { currentLink } from './link.rules.ts';

const link = (share_id: string, link_status: ShareStatus) => ({ share_id, link_status }) as OwnLinkView;

test('the link of a file is its newest open one, with whatever terms', () => {
  const links = [link('ended', 'EXPIRED'), link('locked', 'PASS_CODE_EMPTY'), link('open', 'OK')];
  expect(currentLink(links)?.share_id).toBe('locked');
  expect(currentLink([link('guessed', 'PASS_CODE_ERROR')])?.share_id).toBe('guessed');
});

test.each([
  'EXPIRED',
  'DELETED',
  'MAX_RESTORE_COUNT',
  'AUDITING',
  'PROHIBITED',
  'SENSITIVE_WORD',
  'NOT_FOUND',
] as const)('a link that is %s is not the link of its file', (status) => {
  expect(currentLink([link('closed', status)])).toBeNull();
});
