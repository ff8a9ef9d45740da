/** Dependencies of auth, which compose.ts provides, and the parts that its operations share. */
import type { CountryCode } from '#shared/country/model.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { ObjectsByName } from '#worker/platform/rpc.ts';
import type { StoredObject } from '#worker/platform/stored-object.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import type { MailService } from '#worker/services/mail/index.ts';
import type { ShieldService } from '#worker/services/shield/index.ts';
import type { Client } from './client/clients.ts';
import type { PersonData } from './core/account-person.ts';
import type { DirectoryObject } from './directory.object.ts';
import type { HashEngine } from './hashing/hash-engine.ts';
import type { HashGate } from './hashing/hash-gate.ts';
import type { Passwords } from './password/password.ts';
import type { ProviderClient, ProviderClientDeps } from './provider/provider-client.ts';
import type { CookieMemory } from './token/cookie-memory.ts';
import type { ProgramMemory } from './token/program-memory.ts';
import type { Arrivals } from './token/token-receipts.ts';
import type { Tokens } from './token/tokens.ts';

export interface AuthDeps {
  /** Called by `accountOf` (core/account-part.ts). */
  readonly accounts: ObjectsByName & Pick<DurableObjectNamespace<StoredObject>, 'get' | 'idFromString'>;
  readonly directory: DurableObjectNamespace<DirectoryObject>;
  readonly shield: Pick<
    ShieldService,
    | 'spendCaptcha'
    | 'reportFailure'
    | 'isSuspect'
    | 'asksForChecks'
    | 'countOpenCall'
    | 'spendTicket'
    | 'openVerification'
    | 'checkCode'
    | 'readVerified'
    | 'vouch'
    | 'openDeviceCode'
    | 'pollDeviceCode'
    | 'deviceRequest'
    | 'decideDevice'
  >;
  readonly mail: Pick<MailService, 'ready' | 'textReady' | 'prepare'> &
    Partial<Pick<MailService, 'watch' | 'returned' | 'lastReturn'>>;
  readonly keyring: Keyring;
  /** Default: every visitor may make an account. */
  readonly documents?: Pick<ConfigService, 'live'>;
  /** Private ES256 key, JWK as JSON, with a `kid`; or a set of them, of which the first signs. */
  readonly jwtPrivateJwk: string;
  readonly appOrigin: string;
  /** Origin of pictures; default: the app's own. */
  readonly contentOrigin?: string;
  /** Address of WebDAV, which programs with an app password open; default: none. */
  readonly programsAddress?: string;
  readonly limits: {
    readonly signInAttempts: number;
    readonly signInWindowSeconds: number;
    /** Default: 10. */
    readonly hashesPerAddress?: number;
    /** Default: 10. */
    readonly signInsPerSecond?: number;
    /** Default: seven days. */
    readonly closeGraceSeconds?: number;
  };
  /** Country of visitors whose platform does not name it. Default: that of #shared/country/model.ts. */
  readonly defaultCountry?: CountryCode;
  /** Default: our own clients. */
  readonly clients?: readonly Client[];
  /** Sign-in providers. Default: none. */
  readonly signInProviders?: Pick<ProviderClientDeps, 'providers' | 'secrets' | 'outgoing'>;
  /** Default: the system's clock. */
  readonly clock?: Clock;
  /** Default: Argon2id. */
  readonly passwords?: Passwords;
  /** Computes the hashes. Default: this isolate. */
  readonly hashEngine?: HashEngine;
  /** Admits calls that need a hash. Default: HASH_GATE_LIMITS in this isolate. */
  readonly hashing?: HashGate;
  /** Takes work that runs beside a call. Default: its `waitUntil`. */
  readonly later?: (work: Promise<unknown>) => void;
  /** Called for each new account. */
  readonly countSignUp?: () => void;
}

export interface AuthParts
  extends Omit<
    AuthDeps,
    | 'clients'
    | 'clock'
    | 'passwords'
    | 'hashing'
    | 'hashEngine'
    | 'jwtPrivateJwk'
    | 'defaultCountry'
    | 'signInProviders'
  > {
  readonly clients: readonly Client[];
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly hashing: HashGate;
  readonly tokens: Tokens;
  readonly providers: ProviderClient;
  readonly defaultCountry: CountryCode;
  readonly arrivals: Arrivals;
  readonly cookies: CookieMemory;
  readonly programs: ProgramMemory;
  /** A person, at most a minute stale; null without an account. */
  readonly people: { person(userId: string): Promise<PersonData | null> };
}
