/** Access: rules by country and address. Factory of the service and routes; calls config. */

import { browserCheck } from './browser-check.ts';
import type { AccessDeps } from './deps.ts';
import { makeIsOpenElsewhere } from './is-open-elsewhere.ts';
import type { AccessService } from './service.ts';

export type { BrowserCheck } from './browser-check.ts';
export type { AccessDeps } from './deps.ts';
export { makeAccessRoutes } from './endpoints.ts';
export type { AccessService } from './service.ts';

export function makeAccessService(deps: AccessDeps): AccessService {
  return {
    defaultCountry: deps.defaultCountry,
    rules: () => deps.documents.live('access'),
    isOpenElsewhere: makeIsOpenElsewhere(deps),
    browserCheck: () => browserCheck(deps),
  };
}
