import { expect, it } from 'vitest';
import { asUserId } from '#shared/ids.ts';
import type { Caller } from '#worker/platform/request.ts';
import { makeGrantPeople } from './people.ts';

const caller = { userId: asUserId('alice') } as Caller;

it.each([
  ['the chosen name', { nickname: 'Lady A', isDecided: true }, 'Alice', 'Lady A'],
  ['the name of the account before the person was asked', { nickname: '', isDecided: false }, 'Alice', 'Alice'],
  ['a masked name where that breaks a rule', { nickname: '', isDecided: false }, '', 'Al**e'],
  ['a masked name after the person or an operator decided so', { nickname: '', isDecided: true }, 'Alice', 'Al**e'],
])('an invitation names %s', async (_, chosen, proposed, expected) => {
  const people = makeGrantPeople(
    {
      findPerson: async () => asUserId('bob'),
      emailOf: async () => '',
      publicPerson: async (userId) => ({ userId, nickname: 'Al**e', avatar: '' }),
      proposedName: async () => ({ name: proposed, isOfAddress: false }),
    },
    async () => chosen,
  );
  expect(await people.nameOf(caller)).toBe(expected);
});
