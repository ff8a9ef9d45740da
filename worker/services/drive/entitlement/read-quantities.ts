/** Storage and traffic of a person, asked of the drive. */
import { unwrap } from '#shared/errors.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { entitlementPart } from './part.ts';
import type { Quantities } from './quantities.ts';

export async function quantities(deps: DriveDeps, caller: Caller): Promise<Quantities> {
  return unwrap(
    await driveOf<typeof entitlementPart>(deps, caller.userId).quantities(callerData(caller), await deps.plans()),
  );
}
