/** The endpoints of the drive but those of versions. Each noun has a contract of its own. */
import { albumsContract } from './albums/albums.contract.ts';
import { archiveContract } from './archive/archive.contract.ts';
import { bellContract } from './bell/bell.contract.ts';
import { browserContract } from './browser/browser.contract.ts';
import { changesContract } from './changes.contract.ts';
import { collectContract } from './collect/collect.contract.ts';
import { visitorContract } from './collect/visitor.contract.ts';
import { tasksContract } from './fetch/tasks.contract.ts';
import { grantsContract } from './grants/grants.contract.ts';
import { commonContract } from './grants/guest.contract.ts';
import { guestPartsContract } from './grants/guest-parts.contract.ts';
import { locksContract } from './locks.contract.ts';
import { photosContract } from './photos/photos.contract.ts';
import { picturesContract } from './pictures/pictures.contract.ts';
import { quantityContract } from './quantity/quantity.contract.ts';
import { storageContract } from './usage.contract.ts';

export const driveContract = {
  ...browserContract,
  ...archiveContract,
  ...tasksContract,
  ...picturesContract,
  ...photosContract,
  ...albumsContract,
  ...quantityContract,
  ...storageContract,
  ...changesContract,
  ...locksContract,
  ...bellContract,
  ...collectContract,
  ...visitorContract,
  ...grantsContract,
  ...commonContract,
  ...guestPartsContract,
} as const;
