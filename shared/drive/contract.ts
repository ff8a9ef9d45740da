/** The endpoints of the drive but those of versions. Each noun has a contract of its own. */
import { archiveContract } from './archive/archive.contract.ts';
import { collectContract } from './collect/collect.contract.ts';
import { tasksContract } from './fetch/tasks.contract.ts';
import { grantsContract } from './grants/grants.contract.ts';
import { commonContract } from './grants/guest.contract.ts';
import { historyContract } from './history.contract.ts';
import { jobsContract } from './jobs.contract.ts';
import { picturesContract } from './pictures/pictures.contract.ts';
import { quantityContract } from './quantity/quantity.contract.ts';
import { searchContract } from './search.contract.ts';
import { treeContract } from './tree.contract.ts';
import { uploadContract } from './upload.contract.ts';
import { usageContract } from './usage.contract.ts';

export const driveContract = {
  ...treeContract,
  ...jobsContract,
  ...tasksContract,
  ...uploadContract,
  ...usageContract,
  ...quantityContract,
  ...searchContract,
  ...historyContract,
  ...archiveContract,
  ...picturesContract,
  ...collectContract,
  ...grantsContract,
  ...commonContract,
} as const;
