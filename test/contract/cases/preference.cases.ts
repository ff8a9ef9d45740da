/** Cases of the settings that clients store for a person. */

import { authContract } from '#shared/auth/contract.ts';
import { MAX_SETTINGS, type preferenceEndpoints } from '#shared/auth/preferences.contract.ts';
import { forPerson, type MatrixRows } from '../callers.ts';
import type { ContractCases } from '../cases.ts';
import { ok } from '../world.ts';

const manySettings = Object.fromEntries(Array.from({ length: MAX_SETTINGS + 1 }, (_, n) => [`many.${n}`, n]));

export const preferenceCases: ContractCases<typeof preferenceEndpoints> = {
  settings: {
    success: {
      'what was stored under the names that are asked for': async ({ alice }) => {
        const body = { items: { bookmark: [{ url: 'https://example.com' }], other: 1 } };
        await ok(authContract.saveSettings, { token: alice.token, body });
        return { query: { items: 'bookmark|missing' } };
      },
    },
  },
  saveSettings: {
    success: {
      'a value': ({ bob }) => ({ token: bob.token, body: { items: { bookmark: { a: ['b', null, 1.5] } } } }),
      'the removal of a value that is not there': ({ bob }) => ({ token: bob.token, body: { items: { none: null } } }),
    },
    errors: {
      invalid_argument: ({ bob }) => ({ token: bob.token, body: { items: manySettings } }),
    },
  },
};

export const preferenceMatrix: MatrixRows<typeof preferenceEndpoints> = {
  settings: forPerson(() => ({}), 'own'),
  saveSettings: forPerson(() => ({ body: { items: { matrix: 1 } } }), 'own'),
};
