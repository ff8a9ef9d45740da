/** Cases of every endpoint of the drive but those of versions. */
import type { driveContract } from '#shared/drive/contract.ts';
import type { ContractCases } from '../cases.ts';
import { historyCases } from './history.cases.ts';
import { jobsCases } from './jobs.cases.ts';
import { searchCases } from './search.cases.ts';
import { treeCases } from './tree.cases.ts';
import { uploadCases } from './upload.cases.ts';
import { usageCases } from './usage.cases.ts';

export const driveCases: ContractCases<typeof driveContract> = {
  ...treeCases,
  ...jobsCases,
  ...uploadCases,
  ...usageCases,
  ...searchCases,
  ...historyCases,
};
