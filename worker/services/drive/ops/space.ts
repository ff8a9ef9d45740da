/** Space used, promised and allowed. */
import { unwrap } from '#shared/errors.ts';
import { type Caller, callerData, type DriveDeps, driveOf } from '../deps.ts';
import type { Space } from '../face.ts';

export async function space(deps: DriveDeps, caller: Caller): Promise<Space> {
  const [used, limitBytes] = await Promise.all([
    driveOf(deps, caller.userId).space(callerData(caller)),
    deps.storageLimitOf(caller.userId),
  ]);
  return { limitBytes, ...unwrap(used) };
}
