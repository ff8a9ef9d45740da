/** Config: the documents operators write. Face, maker and routes; calls nobody. */
import { makeBook } from './book.ts';
import type { ConfigDeps } from './deps.ts';
import type { ConfigService } from './face.ts';
import { makeLive } from './live.ts';

export type { ConfigService } from './face.ts';
export { makeConfigRoutes } from './http.ts';
export { makeConfigConsole } from './internal.ts';
export type { Act, Actor, DocumentVersion, Published } from './talk.ts';

export function makeConfigService(deps: ConfigDeps): ConfigService {
  return { live: makeLive(deps), ...makeBook(deps) };
}
