/** Space used, promised and allowed, and how long what was thrown away or replaced is kept. */
import { unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../../deps.ts';
import type { Space } from '../../service.ts';

export async function space(deps: DriveDeps, caller: Caller): Promise<Space> {
  const [used, limitBytes, isPremium] = await Promise.all([
    driveOf(deps, caller.userId).space(callerData(caller)),
    deps.storageLimitOf(caller.userId),
    deps.isPremium(caller.userId),
  ]);
  const { trashTtlSeconds, versionTtlSeconds, versionsPerFile } = deps.limits;
  return {
    limitBytes,
    isPremium,
    ...unwrap(used),
    trashTtlMs: trashTtlSeconds * SECOND_MS,
    versionTtlMs: versionTtlSeconds * SECOND_MS,
    versionsPerFile,
  };
}
