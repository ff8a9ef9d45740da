/**
 * The bindings and their one reading: Env -> frozen Config and Secrets. Modules get a slice of Config, never Env.
 */
import { isEmail } from '#shared/auth/rules.ts';
import { isServiceKind, type ServiceKind } from '#shared/config/service-kind.ts';
import { type CountryCode, FALLBACK_COUNTRY, isCountryCode } from '#shared/country/model.ts';
import { asciiDomain, mailAddressIn } from '#shared/intake/mail.ts';
import { isLoopbackHost } from '#shared/loopback.ts';
import type { Bindings } from './bindings.gen.ts';
import { type LimitsConfig, limitsOf } from './env-limits.ts';
import { type PaymentConfig, type PaymentVariables, paymentOf } from './env-payment.ts';
import { type ProviderConfig, type ProviderVariables, providerSecretsOf, providersOf } from './env-providers.ts';
import type { RecoveryBindings } from './platform/storage/recovery.ts';

/** Of any class: compose.ts gives the stubs their types, because the classes themselves read Env. */
export type ObjectNamespace = DurableObjectNamespace;

/** The bindings and variables of wrangler.toml, described there, and those that only some installations have. */
export interface Env extends Bindings, PaymentVariables, ProviderVariables, RecoveryBindings {
  /** Origin of programs with an app password; empty: CONTENT_ORIGIN. */
  readonly PROGRAMS_ORIGIN?: string;
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
  /** On one machine: mark of the restore that made the state folder; '' for none. */
  readonly RESTORED?: string;
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
  /** Made anew for each start of the runtime, where one process runs every object; none elsewhere. */
  readonly PROCESS_NAME?: string;
  readonly SECRET_ROOT: string;
  readonly JWT_PRIVATE_JWK: string;
  readonly INTERNAL_TOKEN: string;
}

export interface Config {
  readonly appOrigin: string;
  readonly contentOrigin: string;
  /** Where programs with an app password are served: never the app's host. */
  readonly programsOrigin: string;
  readonly apiOrigins: readonly string[];
  /** Origins that redirect rules may lead to besides those their document allows. */
  readonly redirectOrigins: readonly string[];
  readonly demo: boolean;
  readonly blobStore: 'r2' | 'disk';
  /** Of the process that runs every object; '' where they run in many. */
  readonly processName: string;
  /** Another one after each restore of one machine; '' before the first. */
  readonly dataFingerprint: string;
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
  /** Mail address for notifications of operators; '' for none. */
  readonly contactMail: string;
  /** `mailto:` and `https:` addresses; empty: the contact page. */
  readonly securityContacts: readonly string[];
  /** Whether drives have an index of the words inside files. */
  readonly wordsInside: boolean;
  /** For whom the installation is, until operators publish it. */
  readonly serviceKind: ServiceKind;
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
  /** Exceptions for requests to addresses that a person named (worker/platform/outgoing/outgoing.ts). */
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

/** `Magpie <files@пример.рф>` with its domain in ASCII. */
function withAsciiDomain(sender: string): string {
  const at = sender.lastIndexOf('@') + 1;
  const end = sender.endsWith('>') ? sender.length - 1 : sender.length;
  const domain = sender.slice(at, end);
  return at === 0 ? sender : sender.slice(0, at) + (asciiDomain(domain) || domain) + sender.slice(end);
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
  return Object.freeze({
    driver,
    from: withAsciiDomain(env.MAIL_FROM ?? ''),
    smtp,
  });
}

function contactOf({ CONTACT_MAIL: given = '' }: Env): string {
  const address = mailAddressIn(given);
  if (address !== '' && !isEmail(address)) throw new Error('CONTACT_MAIL must be one mail address');
  return address;
}

function kindOf({ SERVICE_KIND: given = '' }: Env): ServiceKind {
  const kind = given || 'everyone';
  if (!isServiceKind(kind)) throw new Error('SERVICE_KIND must be everyone, company or family');
  return kind;
}

/** Off where reading and writing are billed by the row, unless it is chosen. */
function hasWordsInside({ WORDS_INSIDE: given = '', PROCESS_NAME: process = '' }: Env): boolean {
  if (given !== '' && given !== 'on' && given !== 'off') throw new Error('WORDS_INSIDE must be on or off');
  return given === '' ? process !== '' : given === 'on';
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
  programsOrigin: string,
  apiOrigins: readonly string[],
): void {
  const origins = [appOrigin, contentOrigin, programsOrigin, ...apiOrigins].map((origin) => new URL(origin));
  const away = origins.filter(({ hostname }) => !isLoopbackHost(hostname));
  if (demo && away.length > 0)
    throw new Error(
      `MAGPIE_MODE=demo has people with known passwords: every origin must be a loopback address, not ${away[0]?.origin}`,
    );
  const plain = away.find(({ protocol }) => protocol !== 'https:');
  if (plain) throw new Error(`${plain.origin} must use https: it is not a loopback address`);
  if (origins[0]?.hostname === origins[1]?.hostname)
    throw new Error('APP_ORIGIN and CONTENT_ORIGIN must be different hosts');
  const [app, , programs] = origins.map(({ hostname }) => hostname);
  if (programs === app)
    throw new Error(
      'PROGRAMS_ORIGIN must be another host than those of the app: programs send passwords of their own there',
    );
}

/** @throws Error naming the variable that is wrong; the Worker must not run on a guess */
export function readConfig(env: Env): Config {
  const appOrigin = originOf('APP_ORIGIN', env.APP_ORIGIN);
  const contentOrigin = originOf('CONTENT_ORIGIN', env.CONTENT_ORIGIN);
  const programsOrigin = originOf('PROGRAMS_ORIGIN', env.PROGRAMS_ORIGIN || contentOrigin);
  const apiOrigins = originsOf('API_ORIGINS', env.API_ORIGINS);
  const redirectOrigins = originsOf('REDIRECT_ORIGINS', env.REDIRECT_ORIGINS);
  if (redirectOrigins.some((origin) => !origin.startsWith('https:')))
    throw new Error('REDIRECT_ORIGINS must be https origins');
  const demo = isDemo(env);
  requireSafeOrigins(demo, appOrigin, contentOrigin, programsOrigin, apiOrigins);
  refuseCounting(env, demo);
  providerSecretsOf(env);
  return Object.freeze({
    appOrigin,
    contentOrigin,
    programsOrigin,
    apiOrigins: Object.freeze(apiOrigins.length > 0 ? apiOrigins : [appOrigin]),
    redirectOrigins: Object.freeze(redirectOrigins),
    demo,
    mail: mailOf(env, demo),
    contactMail: contactOf(env),
    securityContacts: securityContactsOf(env),
    serviceKind: kindOf(env),
    wordsInside: hasWordsInside(env),
    sms: smsOf(env, demo),
    defaultCountry: countryOf(env),
    payment: paymentOf(env, demo),
    providers: providersOf(env),
    shield: shieldOf(env),
    outgoing: outgoingOf(env, demo),
    blobStore: env.BLOB_STORE === 'disk' ? 'disk' : 'r2',
    processName: env.PROCESS_NAME ?? '',
    dataFingerprint: env.RESTORED ?? '',
    clients: env.CLIENTS ?? '',
    limits: limitsOf(env.LIMITS),
  });
}

/** The blob index as this installation spreads it: objects are asked for under the names of the 256. */
export function blobIndexIn(env: Env): Pick<ObjectNamespace, 'getByName'> {
  const { BLOB_INDEX: index, BLOB_INDEX_DIGITS: digits } = env;
  return digits === '1' ? { getByName: (name) => index.getByName(name.slice(0, -1)) } : index;
}
