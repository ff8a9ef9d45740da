/** Ops: what looks at everything. Face, maker and routes; calls auth, drive and share. */
import type { OpsDeps } from './deps.ts';
import type { OpsService } from './face.ts';
import { exportData } from './ops/export-data.ts';

export type { OpsService } from './face.ts';
export { exportResponse, makeOpsRoutes } from './http.ts';

export function makeOpsService(deps: OpsDeps): OpsService {
  return { exportData: (caller, call) => exportData(deps, caller, call) };
}
