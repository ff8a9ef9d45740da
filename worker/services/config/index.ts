/** Config: the documents operators write. Face, maker and routes; calls nobody. */

import type { ConfigDeps } from './deps.ts';
import { makeBook } from './documents.ts';
import { makeLive } from './live-documents.ts';
import type { ConfigService } from './service.ts';

export { makeConfigRoutes } from './endpoints.ts';
export { makeConfigConsole } from './internal.ts';
export type { Act, Actor, DocumentVersion, Published } from './rpc-types.ts';
export type { ConfigService } from './service.ts';

export function makeConfigService(deps: ConfigDeps): ConfigService {
  return { live: makeLive(deps), ...makeBook(deps) };
}
