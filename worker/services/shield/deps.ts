/** What the shield is made of; compose.ts hands it in. */
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
    /** Failures of one address in 15 minutes before a human check is due at the next try. Default: 100. */
    readonly addressFailures?: number;
    /** Tries that a check costs a device at the first level. Default: in work.ts. */
    readonly checkTries?: number;
  };
  /** Default: `auto`. */
  readonly mode?: ShieldMode;
  /** Where the page of the check lives. Default: the origin that was asked. */
  readonly appOrigin?: string;
  /** Default: our own proof of work. */
  readonly provider?: ProviderConfig | null;
}

/** What operations are handed. */
export interface ShieldParts extends Omit<ShieldDeps, 'mode' | 'provider'> {
  readonly mode: ShieldMode;
  readonly provider: Provider | null;
  /** In the memory of this isolate. */
  readonly failures: FailureLedger;
}
