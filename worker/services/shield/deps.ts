/** Dependencies of the shield, which compose.ts provides, and the parts that its operations share. */
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { Provider, ProviderConfig } from './captcha/provider.ts';
import type { FailureLedger } from './risk/failures.ts';
import type { ShieldMode } from './rules.ts';
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
    /** Failures of one address in 15 minutes before the next try needs a human check. Default: 100. */
    readonly addressFailures?: number;
    /** Tries that a check costs a device at the first level. Default: in proof-of-work.ts. */
    readonly checkTries?: number;
  };
  /** Default: `auto`. */
  readonly mode?: ShieldMode;
  /** Origin of the check page. Default: the origin of the request. */
  readonly appOrigin?: string;
  /** Default: our own proof of work. */
  readonly provider?: ProviderConfig | null;
}

export interface ShieldParts extends Omit<ShieldDeps, 'mode' | 'provider'> {
  readonly mode: ShieldMode;
  readonly provider: Provider | null;
  /** In the memory of this isolate. */
  readonly failures: FailureLedger;
}
