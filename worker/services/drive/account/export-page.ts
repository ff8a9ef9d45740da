/** One page of everything in a drive, for its owner to take along. */
import { unwrap } from '#shared/errors.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { ExportPage } from '../tree/export-row.ts';
import type { accountPart } from './part.ts';

/** @param after  `next` of the page before; '' begins. @throws AppError unauthenticated */
export async function exportPage(deps: Pick<DriveDeps, 'drives'>, caller: Caller, after: string): Promise<ExportPage> {
  return unwrap(await driveOf<typeof accountPart>(deps, caller.userId).exportPage(callerData(caller), after));
}
