/** What the shield is made of; compose.ts hands it in. */
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { ShieldObject } from './shield.object.ts';

export interface ShieldDeps {
  readonly shield: DurableObjectNamespace<ShieldObject>;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly limits: {
    readonly captchaPerMinute: number;
    readonly verificationsPerHour: number;
    readonly mailGapSeconds: number;
    readonly mailsPerDay: number;
  };
}
