/** Letters of invitations that were not sent: the line of the list says why, and proves no address. */
import { expect, test } from 'vitest';
import { env } from '#test/contract/send.ts';
import { servicesOf } from '#worker/compose.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { inviteList, inviteListOf, inviteNext } from './invites.ts';

const { mail, parts } = servicesOf(env);
const BY = { id: 'console', name: '', via: 'console' } as const;

test.each([
  ['mail comes back', { atMs: 1, reason: 'no such mailbox' }, 'no such mailbox'],
  ['it was dropped', null, 'the letter was dropped, or the relay did not answer'],
])('a letter that is not sent because %s is no invitation by mail', async (_why, returned, why) => {
  const silent = { ready: true, deliver: async () => false, returned: async () => returned };
  const deps = { ...parts.ops, mail: { ...mail, ...silent } };
  const email = `back-${newHexId(6)}@example.com`;
  const id = await inviteList(deps, BY, { id: newHexId(), text: email, locale: 'en-US', reason: 'Start' });
  await inviteNext(deps);
  expect((await inviteListOf(deps, id))?.wrong).toMatchObject([{ email, state: 'unsent', why }]);
});
