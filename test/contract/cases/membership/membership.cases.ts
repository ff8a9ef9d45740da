/** Cases of membership. */

import { membershipContract } from '#shared/membership/contract.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { CODE_TRIES } from '#worker/services/membership/keys.ts';
import { forPerson, type MatrixRows } from '../../callers.ts';
import type { ContractCases } from '../../cases.ts';
import { send } from '../../send.ts';
import { giftCode, ok } from '../../world.ts';
import { newcomer } from '../newcomer.ts';

/** Spelled like a code; no batch has this name. */
const UNKNOWN_CODE = '00000-00000-00000-00000';

/** One address may try 20 codes an hour, and files share the count: every call comes from its own. */
const fromAnywhere = () => ({ 'cf-connecting-ip': `2001:db8:${newHexId(2)}:${newHexId(2)}::1` });

/** A call with a code that another person has redeemed. */
async function withUsedCode() {
  const body = { activation_code: await giftCode() };
  await ok(membershipContract.activate, { token: (await newcomer()).token, body, headers: fromAnywhere() });
  return { body, headers: fromAnywhere() };
}

export const membershipCases: ContractCases<typeof membershipContract> = {
  privilege: {
    success: {
      'of a free person': () => ({}),
      'of a premium person': ({ carla }) => ({ token: carla.token }),
    },
  },
  info: {
    success: {
      'of a free person': () => ({}),
      'of a premium person': ({ carla }) => ({ token: carla.token }),
    },
  },
  paySettings: {
    success: { 'of a person': () => ({}) },
  },
  activate: {
    success: {
      'a code as it is printed': async () => ({
        token: (await newcomer()).token,
        headers: fromAnywhere(),
        body: { activation_code: await giftCode(), data: {} },
      }),
      'a code as people type it': async () => ({
        token: (await newcomer()).token,
        headers: fromAnywhere(),
        body: { activation_code: ` ${(await giftCode()).toLowerCase().replaceAll('-', ' ')} `, page: 'invite' },
      }),
    },
    errors: {
      invalid_argument: () => ({ body: { activation_code: 'x'.repeat(1_001) } }),
      invalid_activation_code: () => ({ headers: fromAnywhere(), body: { activation_code: UNKNOWN_CODE } }),
      activation_code_reused: async () => ({ ...(await withUsedCode()) }),
      member_code_not_support_region: async () => ({
        headers: fromAnywhere(),
        body: { activation_code: await giftCode('regional') },
      }),
      too_many_requests: async () => {
        const body = { activation_code: UNKNOWN_CODE };
        const ask = { token: (await newcomer()).token, headers: fromAnywhere(), body };
        for (let tries = 0; tries < CODE_TRIES; tries += 1)
          await (await send(membershipContract.activate, ask)).body?.cancel();
        return ask;
      },
    },
  },
};

export const membershipMatrix: MatrixRows<typeof membershipContract> = {
  privilege: forPerson(() => ({}), 'own'),
  info: forPerson(() => ({}), 'own'),
  paySettings: forPerson(() => ({}), 'own'),
  // The people of the matrix are free or premium in every other file too: none of them may gain a membership here.
  activate: forPerson(withUsedCode, 'activation_code_reused', 'activation_code_reused'),
};
