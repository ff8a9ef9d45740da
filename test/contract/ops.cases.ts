/** Cases of a person's own data to take along. */
import type { opsContract } from '#shared/ops/contract.ts';
import type { ContractCases } from './cases.ts';
import { makeFile, makeFolder, makeLink } from './world.ts';

export const opsCases: ContractCases<typeof opsContract> = {
  exportData: {
    success: {
      'everything of a person with files and a link': async ({ bob }) => {
        await makeFolder(bob);
        await makeLink(bob, { fileIds: [await makeFile(bob)], locked: true });
        return { token: bob.token };
      },
      'next to nothing of a person without any': ({ olga }) => ({ token: olga.token }),
    },
    errors: {},
  },
};
