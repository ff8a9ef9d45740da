/** Cases of phone numbers: the visitor's country. codes.cases.ts has the codes that text messages share with mail. */

import type { phoneEndpoints } from '#shared/auth/phone.contract.ts';
import { newDigits } from '#worker/platform/ids.ts';
import { forAnyone, type MatrixRows } from '../callers.ts';
import type { ContractCases } from '../cases.ts';

/** A number that may be dialled, another one each time: exchange codes 555 are for examples. */
export const freshPhone = () =>
  `+1 (${['212', '415', '646'][Number(newDigits(1)) % 3]}) 23${newDigits(1)}-${newDigits(4)}`;

export const phoneCases: ContractCases<typeof phoneEndpoints> = {
  areaCountryCode: {
    success: {
      'a country of the table': () => ({}),
      'the country that the platform saw': () => ({ headers: { 'cf-ipcountry': 'DE' } }),
    },
  },
};

export const phoneMatrix: MatrixRows<typeof phoneEndpoints> = {
  areaCountryCode: forAnyone(() => ({})),
};
