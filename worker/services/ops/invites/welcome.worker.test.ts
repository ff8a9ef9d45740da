import { expect, test } from 'vitest';
import { type InviteDeps, welcomePerson } from './invites.ts';

const EMAIL = 'anna@acme.example';

/** The groups that a new person gets. @param link  by which the account was made; null: by a code */
async function groupsFor(link: string | null, line: { link: string; state: string; group: string } | null) {
  const given: string[] = [];
  const row = line && { list_id: 'l', line: 1, email: EMAIL, name: '', group_id: line.group, bytes: null, why: '' };
  const deps = {
    clock: { nowMs: () => 5 },
    admin: {
      first: async () => row && { ...row, state: line.state, tries: 1, link_id: line.link, until_ms: 9 },
      batch: async () => [],
    },
    auth: {
      listedPerson: async () => ({ email: EMAIL, createdMs: 4 }),
      givenLink: async () => null,
      linkOfAccount: async () => link && { id: link },
    },
    membership: {
      groups: async () => ({ groups: [{ id: 'acme', name: 'Acme', mailDomains: ['acme.example'] }] }),
      grant: async (_userId: string, { item }: { item: { group: string } }) => void given.push(item.group),
    },
  } as unknown as InviteDeps;
  await welcomePerson(deps, 'anna');
  return given;
}

test.each([
  ['a code', null, null, ['acme']],
  ['a link from hand to hand', 'a', null, []],
  ['a code, with an invitation', null, { link: 'b', state: 'mailed', group: 'design' }, ['design']],
  ['the link of a letter', 'b', { link: 'b', state: 'mailed', group: '' }, ['acme']],
  ['the link of a list that was not mailed', 'b', { link: 'b', state: 'made', group: '' }, []],
  ['such a link, with a group', 'b', { link: 'b', state: 'made', group: 'design' }, ['design']],
  ['another link than that of the invitation', 'a', { link: 'b', state: 'mailed', group: 'design' }, []],
])('an account that was made by %s', async (_how, link, line, expected) => {
  expect(await groupsFor(link, line)).toEqual(expected);
});
