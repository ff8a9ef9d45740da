/** The endpoints of the drive but those of versions. Each noun has a contract of its own. */
import { bellContract } from './bell/bell.contract.ts';
import { browserContract } from './browser/browser.contract.ts';
import { changesContract } from './changes.contract.ts';
import { collectContract } from './collect/collect.contract.ts';
import { visitorContract } from './collect/visitor.contract.ts';
import { grantsContract } from './grants/grants.contract.ts';
import { commonContract } from './grants/guest.contract.ts';
import { guestPartsContract } from './grants/guest-parts.contract.ts';
import { storageContract } from './usage.contract.ts';

export const driveContract = {
  ...browserContract,
  ...storageContract,
  ...changesContract,
  ...bellContract,
  ...collectContract,
  ...visitorContract,
  ...grantsContract,
  ...commonContract,
  ...guestPartsContract,
} as const;
