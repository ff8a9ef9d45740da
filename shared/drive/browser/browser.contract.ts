/** The endpoints that scripts of pages call. Apart from those that only forms and programs need, so that a browser loads less. */
import { archiveContract } from '../archive/archive.contract.ts';
import { tasksContract } from '../fetch/tasks.contract.ts';
import { historyContract } from '../history.contract.ts';
import { jobsContract } from '../jobs.contract.ts';
import { picturesContract } from '../pictures/pictures.contract.ts';
import { quantityContract } from '../quantity/quantity.contract.ts';
import { searchContract } from '../search.contract.ts';
import { treeContract } from '../tree.contract.ts';
import { uploadContract } from '../upload.contract.ts';
import { usageContract } from '../usage.contract.ts';

export const browserContract = {
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
} as const;
