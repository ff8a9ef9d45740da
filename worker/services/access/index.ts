/** Access: who may visit from where. Face, maker and routes; calls config. */
import type { AccessDeps } from './deps.ts';
import type { AccessService } from './face.ts';
import { areaAccessible } from './ops/area-accessible.ts';
import { browserCheck } from './ops/browser-check.ts';
import { makeIsOpenElsewhere } from './ops/is-open-elsewhere.ts';

export type { AccessDeps } from './deps.ts';
export type { AccessService, BrowserCheck } from './face.ts';
export { makeAccessRoutes } from './http.ts';

export function makeAccessService(deps: AccessDeps): AccessService {
  return {
    defaultCountry: deps.defaultCountry,
    rules: () => deps.documents.live('access'),
    isOpenElsewhere: makeIsOpenElsewhere(deps),
    areaAccessible: (asked) => areaAccessible(deps, asked),
    browserCheck: () => browserCheck(deps),
  };
}
