/**
 * The bindings and their one reading: Env -> frozen Config and Secrets. Modules get a slice of Config, never Env.
 */
import * as v from 'valibot';
import { isEmail } from '#shared/auth/rules.ts';
import { type CountryCode, FALLBACK_COUNTRY, isCountryCode } from '#shared/country/model.ts';
import { isLoopbackHost } from '#shared/loopback.ts';
import { GIB, MIB, TIB } from '#shared/units.ts';
import type { Bindings } from './bindings.gen.ts';
import { type PaymentConfig, type PaymentVariables, paymentOf } from './env-payment.ts';
import { type ProviderConfig, type ProviderVariables, providerSecretsOf, providersOf } from './env-providers.ts';
import type { RecoveryBindings } from './platform/storage/recovery.ts';

/** Of any class: compose.ts gives the stubs their types, because the classes themselves read Env. */
export type ObjectNamespace = DurableObjectNamespace;

/** The bindings and variables of wrangler.toml, described there, and those that only some installations have. */
export interface Env extends Bindings, PaymentVariables, ProviderVariables, RecoveryBindings {
  /** Bound where the platform sends mail; see MAIL. */
  readonly EMAIL?: SendEmail;
  /** Computes password hashes beside the runtime; bound on one machine only. */
  readonly HASHER?: Fetcher;
  /** workerd's disk service; bound on one machine only. */
  readonly BLOBS_DISK?: Fetcher;
  /** The Node side of one machine (scripts/start/runtime/machine-service.ts); not bound elsewhere. */
  readonly MACHINE?: Fetcher;
  readonly SMTP_HOST?: string;
  /** Empty: 465 with `tls`, else 587. */
  readonly SMTP_PORT?: string;
  /** `tls` (default), `starttls`, or `off` for a relay on the same machine. */
  readonly SMTP_SECURE?: string;
  readonly SMTP_USER?: string;
  readonly SMTP_PASSWORD?: string;
  /** Addresses for reports of weaknesses, separated by commas; empty: the contact page. */
  readonly SECURITY_CONTACT?: string;
  /** Secret with which a mail service reports returned mail and complaints; empty: none does. */
  readonly MAIL_FEEDBACK_TOKEN?: string;
  /** Connects to SMTP_HOST only; bound by `npm start`. On Cloudflare the platform's own sockets are used. */
  readonly SMTP_NET?: Fetcher;
  /** Address of the SMS gateway, https. */
  readonly SMS_URL?: string;
  readonly SMS_TOKEN?: string;
  /** Sender that the gateway shows; may be empty. */
  readonly SMS_FROM?: string;
  /** Keys from the captcha provider; required unless CAPTCHA_PROVIDER is `pow`. */
  readonly CAPTCHA_SITE_KEY?: string;
  readonly CAPTCHA_SECRET?: string;
  /** Empty: the addresses that the provider documents. */
  readonly CAPTCHA_VERIFY_URL?: string;
  readonly CAPTCHA_SCRIPT_URL?: string;
  /** Leading digits of a content's digest that choose an object of the blob index: 2 (default; 256 objects), or 1 (16: one machine). Never changes in the life of an installation. */
  readonly BLOB_INDEX_DIGITS?: string;
  /** Space-separated `host:port` pairs of this machine that fetches for a person may call; demo mode only, for tests. */
  readonly OUTBOUND_ALLOW?: string;
  /** `on`: counts rows, calls and operations (worker/platform/cost); demo mode only, for the bench. */
  readonly COUNT_COST?: string;
  /** The downloader of one machine (worker/platform/downloader/service.ts). */
  readonly DOWNLOADER?: Fetcher;
  /** Comma-separated kinds of addresses that it takes. */
  readonly DOWNLOADER_SCHEMES?: string;
  /** Comma-separated ports that fetches for a person may call besides 80 and 443. */
  readonly OUTBOUND_PORTS?: string;
  readonly SECRET_ROOT: string;
  readonly JWT_PRIVATE_JWK: string;
  readonly INTERNAL_TOKEN: string;
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Every limit of the product, with its default; all of them can be set by LIMITS. */
const limitsSchema = v.object({
  /** Bytes a free person may hold. */
  freeStorageBytes: v.optional(count, 6 * GIB),
  /** Bytes a premium person may hold. */
  premiumStorageBytes: v.optional(count, 10 * TIB),
  /** Files, folders and versions of one drive, those in the trash too: each costs the server about 1 KiB. */
  nodesPerDrive: v.optional(count, 500_000),
  /** Files and folders of one copy, or of one save from a link. */
  nodesPerCopy: v.optional(count, 100_000),
  /** Files and folders of one zip file. */
  zipEntries: v.optional(count, 100_000),
  /** Longest time that a running zip file is sent after its link, session or files were closed, seconds. */
  zipRecheckSeconds: v.optional(v.pipe(count, v.minValue(1)), 30),
  /** Time after which a run of an archive task that reports nothing counts as ended, seconds; longer than one part or entry needs. */
  archiveLeaseSeconds: v.optional(v.pipe(count, v.minValue(1)), 60),
  /** Largest single file, bytes. */
  fileBytes: v.optional(count, 5 * TIB),
  /** Open upload sessions of one person at a time. */
  uploadSessions: v.optional(count, 2_000),
  /** Parts of one upload. */
  uploadParts: v.optional(count, 10_000),
  /** Part size of our own upload protocol, bytes; larger files get larger parts. */
  partBytes: v.optional(count, 8 * MIB),
  /** Life of an open upload, seconds. */
  uploadTtlSeconds: v.optional(count, 7 * 86_400),
  /** Rows of one listing page at most; larger limits are capped. */
  pageRows: v.optional(count, 1_000),
  /** Life of a content link, seconds. */
  contentLinkTtlSeconds: v.optional(count, 4 * 3_600),
  /** Trash keeps this long, seconds. */
  trashTtlSeconds: v.optional(count, 30 * 86_400),
  /** Former contents kept of one file. */
  versionsPerFile: v.optional(count, 20),
  /** Each of them so long, seconds. */
  versionTtlSeconds: v.optional(count, 90 * 86_400),
  /**
   * Bytes of deleted files that still occupy the store count up to this share of a person's storage, per cent; beyond it new
   * bytes are refused until their grace (`blobGraceSeconds`) ends.
   */
  deletedStoragePercent: v.optional(count, 100),
  /** Bytes one person may upload on one day (UTC). */
  uploadBytesPerDay: v.optional(count, TIB),
  /** Fetches by link that one person may create on one day (UTC). */
  fetchTasksPerDay: v.optional(count, 100),
  /** Fetches of one person that wait or run. */
  fetchTasksOpen: v.optional(count, 100),
  /** Of these, fetches that run at a time. */
  fetchTasksAtOnce: v.optional(v.pipe(count, v.minValue(1)), 3),
  /** Runs of fetches of all people in one process at a time; the others wait. Each holds up to 16 MiB. */
  fetchRunsAtOnce: v.optional(v.pipe(count, v.minValue(1)), 6),
  /** Tries of a fetch that does not move on. */
  fetchTries: v.optional(v.pipe(count, v.minValue(1)), 5),
  /** Longest time in which a fetched file may bring less than 16 KiB, seconds. */
  fetchStallSeconds: v.optional(v.pipe(count, v.minValue(1)), 60),
  /** A torrent that brings nothing for so long ends, seconds. */
  downloadStallSeconds: v.optional(v.pipe(count, v.minValue(1)), 900),
  /** How long an unreferenced blob is kept, seconds; ten minutes at most while the disk is nearly full. */
  blobGraceSeconds: v.optional(count, 7 * 86_400),
  /** Wrong passcodes of one share before a human check is asked for, in one window. */
  passCodeAttempts: v.optional(count, 8),
  /** Length of that window, seconds. */
  passCodeWindowSeconds: v.optional(count, 600),
  /** Wrong passwords of one account before a human check is asked for, in one window. */
  signInAttempts: v.optional(count, 10),
  /** Length of that window, seconds. */
  signInWindowSeconds: v.optional(count, 900),
  /** Password hashes of one address at a time, those that wait for their turn counted. */
  hashesPerAddress: v.optional(count, 10),
  /** Sign-ins a second from addresses that ask seldom; those that ask often get half as many together. */
  signInsPerSecond: v.optional(v.pipe(count, v.minValue(1)), 10),
  /** How long a closing account can be taken back, seconds. */
  closeGraceSeconds: v.optional(count, 7 * 86_400),
  /** Captcha tokens one address may take in a minute. */
  captchaPerMinute: v.optional(count, 600),
  /** Failed tries of one address in 15 minutes before a human check is due at its next, whatever account it names. */
  addressFailures: v.optional(count, 100),
  /** Tries that a human check costs a device, doubled at each of three levels: 750 are a second of one desktop core. */
  checkTries: v.optional(v.pipe(count, v.minValue(1)), 750),
  /** Codes by mail that one caller (its address, and its device) may ask for in an hour. */
  verificationsPerHour: v.optional(count, 60),
  /** Seconds between two codes to one mail address. */
  mailGapSeconds: v.optional(count, 60),
  /** Codes to one address in any 24 hours, and as many again for resets; three of ten are reserved for known devices of its account. */
  mailsPerDay: v.optional(count, 10),
  /** Letters to one address in 24 hours that can be switched off; security, receipts and the end of plans do not count. */
  lettersPerDay: v.optional(v.pipe(count, v.minValue(1)), 12),
  /** Messages to the operators that one caller (its account, else its address, and its device) may send in an hour. */
  messagesPerHour: v.optional(count, 10),
  /** Messages in 24 hours of all visitors together, and as many again of all people with an account. */
  messagesPerDay: v.optional(count, 1_000),
  /** How long messages to the operators are kept, seconds. */
  messageTtlSeconds: v.optional(count, 180 * 86_400),
  /** JSON bodies, bytes. */
  bodyBytes: v.optional(count, 2 * MIB),
});

export type LimitsConfig = v.InferOutput<typeof limitsSchema>;

export interface Config {
  readonly appOrigin: string;
  readonly contentOrigin: string;
  readonly apiOrigins: readonly string[];
  /** Origins that redirect rules may lead to besides those their document allows. */
  readonly redirectOrigins: readonly string[];
  readonly demo: boolean;
  readonly blobStore: 'r2' | 'disk';
  readonly mail: {
    readonly driver: 'capture' | 'binding' | 'smtp' | 'off';
    readonly from: string;
    readonly smtp: {
      readonly host: string;
      readonly port: number;
      readonly secure: 'tls' | 'starttls' | 'off';
      readonly user: string;
    };
  };
  /** Where operators are told of messages; '' for nowhere. */
  readonly contactMail: string;
  /** `mailto:` and `https:` addresses; empty: the contact page. */
  readonly securityContacts: readonly string[];
  readonly sms: {
    readonly driver: 'capture' | 'gateway' | 'off';
    readonly url: string;
    readonly from: string;
  };
  /** Country of visitors whose platform does not tell it. */
  readonly defaultCountry: CountryCode;
  readonly shield: {
    readonly mode: 'auto' | 'always' | 'never';
    /** Null: our own proof of work. The secret is in Secrets. */
    readonly provider: {
      readonly name: 'turnstile' | 'recaptcha';
      readonly siteKey: string;
      readonly verifyUrl: string;
      readonly scriptUrl: string;
    } | null;
  };
  /** Exceptions for requests to addresses that a person named (worker/platform/outgoing.ts). */
  readonly outgoing: { readonly allowed: ReadonlySet<string>; readonly ports: ReadonlySet<string> };
  readonly payment: PaymentConfig;
  /** Empty: people sign in here alone. Their secrets are in Secrets. */
  readonly providers: readonly ProviderConfig[];
  /** JSON as it was set; auth parses it. */
  readonly clients: string;
  readonly limits: LimitsConfig;
}

/** From the providers' documentation: the call that verifies a token, and the script of the page. */
const CHECK_PROVIDERS = {
  turnstile: {
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  },
  recaptcha: {
    verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
    scriptUrl: 'https://www.google.com/recaptcha/api.js',
  },
} as const;

function originOf(name: string, value: string): string {
  if (!URL.canParse(value)) throw new Error(`${name} must be an origin such as https://drive.example.com`);
  return new URL(value).origin;
}

/** A comma-separated list; empty text is an empty list. */
function originsOf(name: string, list: string | undefined): string[] {
  return (list ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => originOf(name, text));
}

function mailOf(env: Env, demo: boolean): Config['mail'] {
  const driver = env.MAIL || (demo ? 'capture' : env.EMAIL ? 'binding' : 'off');
  if (driver !== 'capture' && driver !== 'binding' && driver !== 'smtp' && driver !== 'off')
    throw new Error('MAIL must be capture, binding, smtp or off');
  if (driver === 'capture' && !demo) throw new Error('MAIL=capture is for demo mode: nobody can read what it keeps');
  const secure = env.SMTP_SECURE || 'tls';
  if (secure !== 'tls' && secure !== 'starttls' && secure !== 'off')
    throw new Error('SMTP_SECURE must be tls, starttls or off');
  const port = Number(env.SMTP_PORT || (secure === 'tls' ? 465 : 587));
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error('SMTP_PORT must be a port');
  const smtp = Object.freeze({ host: env.SMTP_HOST ?? '', port, secure, user: env.SMTP_USER ?? '' });
  return Object.freeze({ driver, from: env.MAIL_FROM ?? '', smtp });
}

function contactOf({ CONTACT_MAIL: address = '' }: Env): string {
  if (address !== '' && !isEmail(address)) throw new Error('CONTACT_MAIL must be one mail address');
  return address;
}

/** Addresses of security.txt. @source RFC 9116 2.5.3 */
function securityContactsOf({ SECURITY_CONTACT: list = '' }: Env): string[] {
  const contacts = list
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  if (!contacts.every((text) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text)))
    throw new Error(
      'SECURITY_CONTACT must list addresses such as mailto:security@example.com or https://example.com/bug',
    );
  return contacts;
}

function smsOf(env: Env, demo: boolean): Config['sms'] {
  const driver = env.SMS || (demo ? 'capture' : 'off');
  if (driver !== 'capture' && driver !== 'gateway' && driver !== 'off')
    throw new Error('SMS must be capture, gateway or off');
  if (driver === 'capture' && !demo) throw new Error('SMS=capture is for demo mode: nobody can read what it keeps');
  return Object.freeze({ driver, url: env.SMS_URL ?? '', from: env.SMS_FROM ?? '' });
}

function shieldOf(env: Env): Config['shield'] {
  const mode = env.SHIELD_MODE || 'auto';
  if (mode !== 'auto' && mode !== 'always' && mode !== 'never')
    throw new Error('SHIELD_MODE must be auto, always or never');
  const name = env.CAPTCHA_PROVIDER || 'pow';
  if (name === 'pow') return Object.freeze({ mode, provider: null });
  if (name !== 'turnstile' && name !== 'recaptcha')
    throw new Error('CAPTCHA_PROVIDER must be pow, turnstile or recaptcha');
  const { CAPTCHA_SITE_KEY: siteKey = '', CAPTCHA_SECRET: secret = '' } = env;
  if (siteKey === '' || secret === '')
    throw new Error(`CAPTCHA_PROVIDER=${name} needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET`);
  const verifyUrl = env.CAPTCHA_VERIFY_URL || CHECK_PROVIDERS[name].verifyUrl;
  const scriptUrl = env.CAPTCHA_SCRIPT_URL || CHECK_PROVIDERS[name].scriptUrl;
  originOf('CAPTCHA_VERIFY_URL', verifyUrl);
  originOf('CAPTCHA_SCRIPT_URL', scriptUrl);
  return Object.freeze({ mode, provider: Object.freeze({ name, siteKey, verifyUrl, scriptUrl }) });
}

function outgoingOf(env: Env, demo: boolean): Config['outgoing'] {
  const pairs = (env.OUTBOUND_ALLOW ?? '').split(/\s+/).filter((pair) => pair !== '');
  if (pairs.length > 0 && !demo) throw new Error('OUTBOUND_ALLOW is for tests in demo mode only');
  if (!pairs.every((pair) => isLoopbackHost(pair.replace(/:\d+$/, ''))))
    throw new Error('OUTBOUND_ALLOW must list ports of this machine');
  const ports = (env.OUTBOUND_PORTS ?? '').split(',').filter((port) => port !== '');
  return Object.freeze({ allowed: new Set(pairs), ports: new Set(ports) });
}

/** @throws Error outside demo mode: counting slows every call */
function refuseCounting({ COUNT_COST: counting = '' }: Env, demo: boolean): void {
  if (counting !== '' && counting !== 'on') throw new Error('COUNT_COST must be on or empty');
  if (counting === 'on' && !demo) throw new Error('COUNT_COST is for the bench in demo mode only');
}

function countryOf(env: Env): CountryCode {
  const code = (env.DEFAULT_COUNTRY || FALLBACK_COUNTRY).toUpperCase();
  if (!isCountryCode(code)) throw new Error('DEFAULT_COUNTRY must be an ISO 3166-1 code of two letters');
  return code;
}

/** @throws Error for any other word: a misspelt `production` must not open the demo */
function isDemo({ MAGPIE_MODE: mode }: Env): boolean {
  if (mode !== 'demo' && mode !== 'production') throw new Error('MAGPIE_MODE must be demo or production');
  return mode === 'demo';
}

/** @throws Error when the product would be reachable in a way that gives its people away */
function requireSafeOrigins(
  demo: boolean,
  appOrigin: string,
  contentOrigin: string,
  apiOrigins: readonly string[],
): void {
  const origins = [appOrigin, contentOrigin, ...apiOrigins].map((origin) => new URL(origin));
  const away = origins.filter(({ hostname }) => !isLoopbackHost(hostname));
  if (demo && away.length > 0)
    throw new Error(
      `MAGPIE_MODE=demo has people with known passwords: every origin must be a loopback address, not ${away[0]?.origin}`,
    );
  const plain = away.find(({ protocol }) => protocol !== 'https:');
  if (plain) throw new Error(`${plain.origin} must use https: it is not a loopback address`);
  if (origins[0]?.hostname === origins[1]?.hostname)
    throw new Error('APP_ORIGIN and CONTENT_ORIGIN must be different hosts');
}

/** @throws Error naming the variable that is wrong; the Worker must not run on a guess */
export function readConfig(env: Env): Config {
  const appOrigin = originOf('APP_ORIGIN', env.APP_ORIGIN);
  const contentOrigin = originOf('CONTENT_ORIGIN', env.CONTENT_ORIGIN);
  const apiOrigins = originsOf('API_ORIGINS', env.API_ORIGINS);
  const redirectOrigins = originsOf('REDIRECT_ORIGINS', env.REDIRECT_ORIGINS);
  if (redirectOrigins.some((origin) => !origin.startsWith('https:')))
    throw new Error('REDIRECT_ORIGINS must be https origins');
  const demo = isDemo(env);
  requireSafeOrigins(demo, appOrigin, contentOrigin, apiOrigins);
  refuseCounting(env, demo);
  providerSecretsOf(env);
  return Object.freeze({
    appOrigin,
    contentOrigin,
    apiOrigins: Object.freeze(apiOrigins.length > 0 ? apiOrigins : [appOrigin]),
    redirectOrigins: Object.freeze(redirectOrigins),
    demo,
    mail: mailOf(env, demo),
    contactMail: contactOf(env),
    securityContacts: securityContactsOf(env),
    sms: smsOf(env, demo),
    defaultCountry: countryOf(env),
    payment: paymentOf(env, demo),
    providers: providersOf(env),
    shield: shieldOf(env),
    outgoing: outgoingOf(env, demo),
    blobStore: env.BLOB_STORE === 'disk' ? 'disk' : 'r2',
    clients: env.CLIENTS ?? '',
    limits: Object.freeze(v.parse(limitsSchema, JSON.parse(env.LIMITS || '{}'))),
  });
}

/** The blob index as this installation spreads it: objects are asked for under the names of the 256. */
export function blobIndexIn(env: Env): Pick<ObjectNamespace, 'getByName'> {
  const { BLOB_INDEX: index, BLOB_INDEX_DIGITS: digits } = env;
  return digits === '1' ? { getByName: (name) => index.getByName(name.slice(0, -1)) } : index;
}
