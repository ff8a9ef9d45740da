/** Cases of invitations. */
import { invitationsContract } from '#shared/membership/invitations.contract.ts';
import { forPerson, type MatrixRows } from '../../callers.ts';
import type { ContractCases } from '../../cases.ts';
import { ok } from '../../world.ts';
import { newcomer } from '../newcomer.ts';

const ofAlice = () => ({});
/** A device of its own: everybody else in the tests shares one. */
const OTHER_DEVICE = { 'x-device-id': 'f'.repeat(32) };

/** A person who has invited one. */
async function inviter() {
  const person = await newcomer();
  const { code } = await ok(invitationsContract.inviteCode, { token: person.token });
  const body = { from: 'web', invite_code: code };
  await ok(invitationsContract.invite, { token: (await newcomer()).token, headers: OTHER_DEVICE, body });
  return { token: person.token };
}

export const invitationsCases: ContractCases<typeof invitationsContract> = {
  invite: {
    success: {
      'a new person by a code in the address': async ({ bob }) => {
        const { url } = await ok(invitationsContract.inviteCode, { token: bob.token });
        const rr = url.replace(/^https?:\/\//, '');
        return {
          token: (await newcomer()).token,
          headers: OTHER_DEVICE,
          body: { from: 'web', rr, tf: 'x', rf: 'a,b' },
        };
      },
      'a client of a phone': async () => ({
        token: (await newcomer()).token,
        body: { data: { model: 'x' }, apk_extra: { channel: 'y' } },
      }),
      'a person who came without a code': async () => ({ token: (await newcomer()).token, body: { from: 'web' } }),
    },
    errors: { invalid_argument: async () => ({ token: (await newcomer()).token, body: { data: 'x' } }) },
  },
  inviteCode: { success: { 'the own code': ofAlice }, errors: {} },
  inviteInfo: { success: { 'of nobody': ofAlice, 'of a person': inviter }, errors: {} },
  inviteList: {
    success: {
      'of nobody': ofAlice,
      'of a person': async () => ({
        ...(await inviter()),
        query: { limit: 5, begin: '2999-01-01T00:00:00.000+08:00' },
      }),
    },
    errors: { invalid_argument: () => ({ query: { begin: 'yesterday' } }) },
  },
  inviteExtActivityPage: { success: { 'of nobody': ofAlice, 'of a person': inviter }, errors: {} },
};

export const invitationsMatrix: MatrixRows<typeof invitationsContract> = {
  // Without a code, and nothing is given to people who come without one.
  invite: forPerson(() => ({ body: { from: 'web' } }), 'own'),
  inviteCode: forPerson(() => ({}), 'own'),
  inviteInfo: forPerson(() => ({}), 'own'),
  inviteList: forPerson(() => ({}), 'own'),
  inviteExtActivityPage: forPerson(() => ({}), 'own'),
};
