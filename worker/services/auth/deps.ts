/** What auth is made of; compose.ts hands it in, index.ts completes it. */
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { MailService } from '#worker/services/mail/index.ts';
import type { ShieldService } from '#worker/services/shield/index.ts';
import type { AccountObject, PersonData } from './account.object.ts';
import type { DirectoryObject } from './directory.object.ts';
import type { Passwords } from './password.ts';
import type { Tokens } from './tokens.ts';

export interface AuthDeps {
  readonly accounts: DurableObjectNamespace<AccountObject>;
  readonly directory: DurableObjectNamespace<DirectoryObject>;
  readonly shield: Pick<ShieldService, 'spendCaptcha' | 'openVerification' | 'checkCode' | 'readVerified'>;
  readonly mail: Pick<MailService, 'ready' | 'prepare'>;
  readonly keyring: Keyring;
  /** Private ES256 key, JWK as JSON, with a `kid`. */
  readonly jwtPrivateJwk: string;
  readonly appOrigin: string;
  readonly limits: { readonly signInAttempts: number; readonly signInWindowSeconds: number };
  /** Default: the system's. */
  readonly clock?: Clock;
  /** Default: Argon2id. */
  readonly passwords?: Passwords;
}

/** What operations are handed. */
export interface AuthParts extends Omit<AuthDeps, 'clock' | 'passwords' | 'jwtPrivateJwk'> {
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly tokens: Tokens;
  /** Facts of a person that may be a minute old; null when there is no such account. */
  readonly people: { person(userId: string): Promise<PersonData | null> };
}
