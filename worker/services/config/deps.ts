/** Dependencies of config. compose.ts makes them. */
import type { ServiceKind } from '#shared/config/service-kind.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { ConfigObject } from './config.object.ts';

export interface ConfigDeps {
  readonly kv: KVNamespace;
  readonly registries: DurableObjectNamespace<ConfigObject>;
  readonly clock: Clock;
  /** Until operators publish one. Default: `everyone`. */
  readonly serviceKind?: ServiceKind;
}
