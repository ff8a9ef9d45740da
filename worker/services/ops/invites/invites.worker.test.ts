/** Letters that were not sent: the line of the list says why, and proves no address. Two lists with one id: the first is stored. */
import { expect, test } from 'vitest';
import { env } from '#test/contract/send.ts';
import { servicesOf } from '#worker/compose.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { withdrawLink } from '../people/acts.ts';
import { selectLines, setWithdrawn } from './invites.store.ts';
import { inviteList, inviteListOf, inviteNext, inviteReport } from './invites.ts';

const { mail, parts } = servicesOf(env);
const BY = { id: 'console', name: '', via: 'console' } as const;

test.each([
  ['mail comes back', { atMs: 1, reason: 'no such mailbox', byOperator: false }, 'no such mailbox'],
  ['it was dropped', null, 'the letter was dropped, or the relay did not answer'],
])('a letter that is not sent because %s is no invitation by mail', async (_why, returned, why) => {
  const silent = { ready: true, deliver: async () => false, returned: async () => returned };
  const deps = { ...parts.ops, mail: { ...mail, ...silent } };
  const email = `back-${newHexId(6)}@example.com`;
  const id = newHexId();
  await inviteList(deps, BY, { id, text: email, locale: 'en-US', reason: 'Start' });
  await inviteNext(deps);
  expect((await inviteListOf(deps, id))?.wrong).toMatchObject([{ email, state: 'unsent', why }]);
});

test('of two lists with one id that come at once, the one stored first counts, and the other is refused', async () => {
  const deps = parts.ops;
  const id = newHexId();
  const first = `first-${id}@example.com`;
  const second = `second-${id}@example.com`;
  const list = (text: string) => ({ id, text, locale: 'en-US', reason: 'Start' });
  // Between the look at the list and its storing.
  const recordAct = () => inviteList(deps, BY, list(first));
  const late = inviteList({ ...deps, documents: { ...deps.documents, recordAct } }, BY, list(`\n${second}`));
  await expect(late).rejects.toMatchObject({ errorName: 'aborted', detail: { reason: 'other_act' } });
  let report = '';
  for await (const part of inviteReport(deps, id, false)) report += part;
  expect([report.includes(first), report.includes(second)]).toEqual([true, false]);
});

test('a list says of a link that was withdrawn that it was, not that it was mailed', async () => {
  const deps = { ...parts.ops, mail: { ...mail, ready: true, deliver: async () => true, returned: async () => null } };
  const [email, id] = [`gone-${newHexId(6)}@example.com`, newHexId()];
  await inviteList(deps, BY, { id, text: email, locale: 'en-US', reason: 'Start' });
  await inviteNext(deps);
  expect((await inviteListOf(deps, id))?.counts).toEqual({ mailed: 1 });
  const [line] = await selectLines(deps.admin, { listId: id, after: 0, limit: 1 });
  await withdrawLink(deps, { ...BY, role: 'all' }, { linkId: line?.linkId ?? '', reason: 'Not yet' });
  expect((await inviteListOf(deps, id))?.counts).toEqual({ withdrawn: 1 });
});

test('a link that is withdrawn is found by an index of lines', async () => {
  const { sql, values } = setWithdrawn('x', 0);
  const plan = await parts.ops.admin.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values);
  expect(plan.map(({ detail }) => detail).join()).toContain('invite_lines_by_link');
});
