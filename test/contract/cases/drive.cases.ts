/** Cases of every endpoint of the drive but those of versions. */

import type { driveContract } from '#shared/drive/contract.ts';
import type { MatrixRows } from '../callers.ts';
import type { ContractCases } from '../cases.ts';
import { albumsCases, albumsMatrix } from './albums.cases.ts';
import { archiveCases, archiveMatrix } from './archive.cases.ts';
import { bellCases, bellMatrix } from './bell/bell.cases.ts';
import { changesCases, changesMatrix } from './changes.cases.ts';
import { collectCases, collectMatrix } from './collect/collect.cases.ts';
import { visitorCases, visitorMatrix } from './collect/visitor.cases.ts';
import { tasksCases, tasksMatrix } from './fetch/tasks.cases.ts';
import { grantsCases, grantsMatrix } from './grants/grants.cases.ts';
import { commonCases, commonMatrix } from './grants/guest.cases.ts';
import { guestPartsCases, guestPartsMatrix } from './grants/guest-parts.cases.ts';
import { historyCases, historyMatrix } from './history.cases.ts';
import { jobsCases, jobsMatrix } from './jobs.cases.ts';
import { locksCases, locksMatrix } from './locks.cases.ts';
import { quantityCases, quantityMatrix } from './membership/quantity.cases.ts';
import { photosCases, photosMatrix } from './photos.cases.ts';
import { picturesCases, picturesMatrix } from './pictures/pictures.cases.ts';
import { searchCases, searchMatrix } from './search.cases.ts';
import { treeCases, treeMatrix } from './tree.cases.ts';
import { uploadCases, uploadMatrix } from './upload.cases.ts';
import { usageCases, usageMatrix } from './usage.cases.ts';

export const driveCases: ContractCases<typeof driveContract> = {
  ...treeCases,
  ...jobsCases,
  ...tasksCases,
  ...uploadCases,
  ...usageCases,
  ...quantityCases,
  ...photosCases,
  ...albumsCases,
  ...searchCases,
  ...historyCases,
  ...changesCases,
  ...locksCases,
  ...archiveCases,
  ...picturesCases,
  ...bellCases,
  ...collectCases,
  ...visitorCases,
  ...grantsCases,
  ...commonCases,
  ...guestPartsCases,
};

export const driveMatrix: MatrixRows<typeof driveContract> = {
  ...treeMatrix,
  ...jobsMatrix,
  ...tasksMatrix,
  ...uploadMatrix,
  ...usageMatrix,
  ...quantityMatrix,
  ...photosMatrix,
  ...albumsMatrix,
  ...searchMatrix,
  ...historyMatrix,
  ...changesMatrix,
  ...locksMatrix,
  ...archiveMatrix,
  ...picturesMatrix,
  ...bellMatrix,
  ...collectMatrix,
  ...visitorMatrix,
  ...grantsMatrix,
  ...commonMatrix,
  ...guestPartsMatrix,
};
