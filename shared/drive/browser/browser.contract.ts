/** The endpoints that the list and its uploads call. Apart from the others, so that a resting page loads less. */
import { historyContract } from '../history.contract.ts';
import { jobsContract } from '../jobs.contract.ts';
import { searchContract } from '../search.contract.ts';
import { treeContract } from '../tree.contract.ts';
import { uploadContract } from '../upload.contract.ts';
import { usageContract } from '../usage.contract.ts';

export const browserContract = {
  ...treeContract,
  ...jobsContract,
  ...uploadContract,
  ...usageContract,
  ...searchContract,
  ...historyContract,
} as const;
