/** Dependencies of access. compose.ts makes them. */
import type { CountryCode } from '#shared/country/model.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { ConfigService } from '#worker/services/config/index.ts';

export interface AccessDeps {
  readonly documents: Pick<ConfigService, 'live'>;
  readonly clock: Clock;
  readonly appOrigin: string;
  readonly apiOrigins: readonly string[];
  readonly defaultCountry: CountryCode;
}
