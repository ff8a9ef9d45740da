/**
 * The bindings and their one reading: Env -> frozen Config and Secrets. Rooms get a slice of Config, never Env.
 */
import * as v from 'valibot';
import { GIB, MIB, TIB } from '#shared/units.ts';

/**
 * Untyped here: the classes read Env themselves, and a type that names them would close a circle. compose.ts types them.
 */
export type ObjectNamespace = DurableObjectNamespace;

export interface Env {
  readonly DRIVE: ObjectNamespace;
  readonly BLOB_INDEX: ObjectNamespace;
  readonly SHARE: ObjectNamespace;
  readonly SHARE_BOOK: ObjectNamespace;
  readonly ACCOUNT: ObjectNamespace;
  readonly DIRECTORY: ObjectNamespace;
  readonly SHIELD: ObjectNamespace;
  readonly MAILBOX: ObjectNamespace;
  /** Bound where the platform sends mail; see MAIL. */
  readonly EMAIL?: SendEmail;
  readonly BLOBS: R2Bucket;
  /** workerd's disk service; bound on one machine only. */
  readonly BLOBS_DISK?: Fetcher;
  readonly CONFIG: KVNamespace;
  readonly ASSETS: Fetcher;
  readonly APP_ORIGIN: string;
  readonly CONTENT_ORIGIN: string;
  /** Comma-separated; empty means the app's own origin. */
  readonly API_ORIGINS?: string;
  readonly MAGPIE_MODE: string;
  readonly BLOB_STORE: string;
  /** `capture`, `binding`, `off`; empty: capture in demo mode, else the binding when there is one. */
  readonly MAIL?: string;
  /** Sender of mails: `Name <address>`. */
  readonly MAIL_FROM?: string;
  /** JSON that overrides the defaults of `limits` below. */
  readonly LIMITS?: string;
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
  /** Largest single file, bytes. */
  fileBytes: v.optional(count, 5 * TIB),
  /** Open upload sessions of one person at a time. */
  uploadSessions: v.optional(count, 2_000),
  /** Parts of one upload. */
  uploadParts: v.optional(count, 10_000),
  /** Part size our own door asks for, bytes; larger files get larger parts. */
  partBytes: v.optional(count, 8 * MIB),
  /** Life of an open upload, seconds. */
  uploadTtlSeconds: v.optional(count, 7 * 86_400),
  /** Rows of one listing page at most; larger limits are capped. */
  pageRows: v.optional(count, 1_000),
  /** Life of a content link, seconds. */
  contentLinkTtlSeconds: v.optional(count, 4 * 3_600),
  /** Trash keeps this long, seconds. */
  trashTtlSeconds: v.optional(count, 30 * 86_400),
  /** Days an unreferenced blob lives on, seconds. */
  blobGraceSeconds: v.optional(count, 7 * 86_400),
  /** Wrong passcodes of one share before a human check is asked for, in one window. */
  passCodeAttempts: v.optional(count, 8),
  /** Length of that window, seconds. */
  passCodeWindowSeconds: v.optional(count, 600),
  /** Wrong passwords of one account before a human check is asked for, in one window. */
  signInAttempts: v.optional(count, 10),
  /** Length of that window, seconds. */
  signInWindowSeconds: v.optional(count, 900),
  /** Captcha tokens one address may take in a minute. */
  captchaPerMinute: v.optional(count, 600),
  /** Codes by mail that one caller (its address, and its device) may ask for in an hour. */
  verificationsPerHour: v.optional(count, 60),
  /** Seconds between two codes to one mail address. */
  mailGapSeconds: v.optional(count, 60),
  /** Codes to one mail address in any 24 hours. */
  mailsPerDay: v.optional(count, 10),
  /** JSON bodies, bytes. */
  bodyBytes: v.optional(count, 2 * MIB),
});

export type LimitsConfig = v.InferOutput<typeof limitsSchema>;

export interface Config {
  readonly appOrigin: string;
  readonly contentOrigin: string;
  readonly apiOrigins: readonly string[];
  readonly demo: boolean;
  readonly blobStore: 'r2' | 'disk';
  readonly mail: { readonly driver: 'capture' | 'binding' | 'off'; readonly from: string };
  readonly limits: LimitsConfig;
}

export interface Secrets {
  readonly rootHex: string;
  readonly jwtPrivateJwk: string;
  readonly internalToken: string;
}

function originOf(name: string, value: string): string {
  if (!URL.canParse(value)) throw new Error(`${name} must be an origin such as https://drive.example.com`);
  return new URL(value).origin;
}

function mailOf(env: Env, demo: boolean): Config['mail'] {
  const driver = env.MAIL || (demo ? 'capture' : env.EMAIL ? 'binding' : 'off');
  if (driver !== 'capture' && driver !== 'binding' && driver !== 'off')
    throw new Error('MAIL must be capture, binding or off');
  if (driver === 'capture' && !demo) throw new Error('MAIL=capture is for demo mode: nobody can read what it keeps');
  return Object.freeze({ driver, from: env.MAIL_FROM ?? '' });
}

/** @throws Error naming the variable that is wrong; the Worker must not run on a guess */
export function readConfig(env: Env): Config {
  const appOrigin = originOf('APP_ORIGIN', env.APP_ORIGIN);
  const apiOrigins = (env.API_ORIGINS ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => originOf('API_ORIGINS', text));
  const demo = env.MAGPIE_MODE !== 'production';
  return Object.freeze({
    appOrigin,
    contentOrigin: originOf('CONTENT_ORIGIN', env.CONTENT_ORIGIN),
    apiOrigins: Object.freeze(apiOrigins.length > 0 ? apiOrigins : [appOrigin]),
    demo,
    mail: mailOf(env, demo),
    blobStore: env.BLOB_STORE === 'disk' ? 'disk' : 'r2',
    limits: Object.freeze(v.parse(limitsSchema, JSON.parse(env.LIMITS || '{}'))),
  });
}

/** @throws Error when a secret is absent or of the wrong shape */
export function readSecrets(env: Env): Secrets {
  if (!/^[0-9a-f]{64}$/.test(env.SECRET_ROOT ?? '')) throw new Error('SECRET_ROOT must be 64 hex digits');
  if (!env.JWT_PRIVATE_JWK) throw new Error('JWT_PRIVATE_JWK is missing');
  if (!env.INTERNAL_TOKEN) throw new Error('INTERNAL_TOKEN is missing');
  return Object.freeze({
    rootHex: env.SECRET_ROOT,
    jwtPrivateJwk: env.JWT_PRIVATE_JWK,
    internalToken: env.INTERNAL_TOKEN,
  });
}
