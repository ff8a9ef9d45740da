/** What was sent out of a drive lately, to its owner and by its links. */
import { unwrap } from '#shared/errors.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../../deps.ts';

/** @param days  back from now, today counted */
export async function sentBytes(deps: DriveDeps, caller: Caller, days: number): Promise<number> {
  return unwrap(await driveOf(deps, caller.userId).sentBytes(callerData(caller), days));
}
