/** Access: rules by country and address. Factory of the service and routes; calls config. */

import { areaAccessible } from './area-accessible.ts';
import { browserCheck } from './browser-check.ts';
import type { AccessDeps } from './deps.ts';
import { makeIsOpenElsewhere } from './is-open-elsewhere.ts';
import type { AccessService } from './service.ts';

export type { AccessDeps } from './deps.ts';
export { makeAccessRoutes } from './endpoints.ts';
export type { AccessService, BrowserCheck } from './service.ts';

export function makeAccessService(deps: AccessDeps): AccessService {
  return {
    defaultCountry: deps.defaultCountry,
    rules: () => deps.documents.live('access'),
    isOpenElsewhere: makeIsOpenElsewhere(deps),
    areaAccessible: (asked) => areaAccessible(deps, asked),
    browserCheck: () => browserCheck(deps),
  };
}
