/** RPC methods of DriveObject about zip files. */

import type { DriveCore } from '../core/drive-core.ts';
import { type ZipAccess, type ZipStep, zipStep } from './zip.store.ts';

/** The parts of a drive that these methods use. */
interface Parts {
  readonly core: DriveCore;
}

export const zipMethods = {
  zipStep({ core }: Parts, access: ZipAccess, step: ZipStep) {
    return core.transact((tx) => zipStep(core, tx, access, step));
  },
};
