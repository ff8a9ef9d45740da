/** Config: operators' documents. Factory of the service and routes; calls no other service. */

import type { ConfigDeps } from './deps.ts';
import { makeDocumentRegistry } from './documents.ts';
import { makeLive } from './live-documents.ts';
import type { ConfigService } from './service.ts';

export { differenceOf } from './difference.ts';
export { makeConfigRoutes } from './endpoints.ts';
export { makeConfigConsole } from './internal.ts';
export { LOGO_BYTES, type Logos, makeLogos } from './logos.ts';
export { type Look, makeReadLook, type ReadLook } from './look.ts';
export type { Act, ActingOperator, Actor, DocumentVersion, PublishResult } from './rpc-types.ts';
export type { ConfigService } from './service.ts';

export function makeConfigService(deps: ConfigDeps): ConfigService {
  return { live: makeLive(deps), ...makeDocumentRegistry(deps) };
}
