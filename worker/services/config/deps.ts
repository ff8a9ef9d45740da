/** What config is made of; compose.ts hands it in. */
import type { Clock } from '#worker/platform/clock.ts';
import type { ConfigObject } from './config.object.ts';

export interface ConfigDeps {
  readonly kv: KVNamespace;
  readonly books: DurableObjectNamespace<ConfigObject>;
  readonly clock: Clock;
}
