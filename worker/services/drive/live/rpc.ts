/** RPC methods of DriveObject about open windows. */
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveParts } from '../drive-parts.ts';

export const liveMethods = {
  /** Rises with every change that the owner can see. */
  revision: ({ core, windows }: DriveParts, caller: CallerData) => core.read(caller, () => windows.revision()),
};
