/** RPC methods of DriveObject about open windows. */
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { OpenWindows } from './open-windows.ts';

/** The parts of a drive that these methods use. */
interface Parts {
  readonly core: DriveCore;
  readonly windows: OpenWindows;
}

export const liveMethods = {
  /** Rises with every change that the owner can see. */
  revision: ({ core, windows }: Parts, caller: CallerData) => core.read(caller, () => windows.revision()),
};
