/** Reads the environment of `npm start` once and refuses unsafe values. No I/O. */
import path from 'node:path';
import { boundsOf } from '#scripts/settings/declared.ts';
import { isLoopbackHost } from '#shared/loopback.ts';
import { MIB } from '#shared/units.ts';
import { type DownloaderSettings, readDownloader } from './downloader/settings.ts';
import { type LanSettings, lanOf, readLanAddresses, readLanNames } from './lan/settings.ts';
import { type PaymentBindings, readPayment, whyNoPayment } from './payment-settings.ts';
import { type HumanCheckBindings, readHumanCheck, whyNoHumanCheck } from './runtime/human-check.ts';
import { readWatch, type WatchSettings } from './watch/settings.ts';

/** How one server runs; frozen after {@link readSettings}. */
export interface Settings {
  mode: 'demo' | 'production';
  /** Addresses to listen on; more than one only when HOST is not set. */
  hosts: readonly string[];
  port: number;
  /** New demo people get a sample drive. */
  hasSamples: boolean;
  /** Absolute path of the state folder. */
  dataDir: string;
  appOrigin: string;
  contentOrigin: string;
  /** Where programs with an app password are served; the content's own by default. */
  programsOrigin: string;
  /** Comma-separated; empty means the app's own. */
  apiOrigins: string;
  /** Comma-separated; where redirect rules may lead. */
  redirectOrigins: string;
  /** JSON list of clients merged with the code's own, or `compatible`; '' for none. */
  clients: string;
  /** Sign-in providers and their secrets, passed to the Worker unchanged. */
  signInProviders: { providers: string; secret: string };
  /** Passed to the Worker unchanged. */
  humanCheck: HumanCheckBindings;
  /** Passed to the Worker unchanged. */
  payment: PaymentBindings;
  /** JSON object of limits merged with the defaults. */
  limits: string;
  /** Storage of bytes: plain files in the state folder, or the local simulator of an R2 bucket. Undefined: the folder decides. */
  blobStore: 'disk' | 'r2' | undefined;
  /** Digits that choose an object of the blob index. Undefined: the folder decides. */
  blobIndexDigits: 1 | 2 | undefined;
  /** Mark of the restore that made the state folder; undefined: none did, or not known yet. */
  restored: string | undefined;
  /** Lower-case header that names the client's address, undefined without a reverse proxy. */
  trustedProxyHeader: string | undefined;
  /** Comma-separated addresses and networks whose header is trusted; '' for this machine. */
  trustedProxies: string;
  /** JSON object of limits of the proxy merged with its defaults; '' for none. */
  serverLimits: string;
  /** Free space below which nothing may be added, bytes. Undefined: by the size of the disk. */
  diskReserveBytes: number | undefined;
  /** Largest heap of the runtime in MiB. */
  heapMebibytes: number;
  /** Space-separated `host:port` pairs on this machine that a fetch may call; tests only. */
  outboundAllow: string;
  /** Counts rows, calls and operations for the bench; the Worker refuses it in production. */
  countsCost: boolean;
  /** Comma-separated ports that a fetch may call besides 80 and 443. */
  outboundPorts: string;
  /** The program that fetches torrents; undefined for none. */
  downloader: DownloaderSettings | undefined;
  /** Logs and metrics. */
  watch: WatchSettings;
  /** Serves one network by https itself; undefined: behind a proxy, or this machine only. */
  lan: LanSettings | undefined;
}

/** A wrong setting; its message is for the person at the terminal. */
export class SettingsError extends Error {}

const DEFAULT_PORT = 8787;
/** Both names a browser may resolve `localhost` to, and the host of the content origin. */
const DEFAULT_HOSTS = ['127.0.0.1', '::1'];
/** Every address of this machine: devices of the network connect to them. */
const LAN_HOSTS = ['0.0.0.0', '::'];
/** Four times what the edge gives one isolate: here every object of the installation is in one process. */
const DEFAULT_HEAP_MEBIBYTES = 512;

function readInteger(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const { least, most } = boundsOf(name);
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new SettingsError(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
  }
  return value;
}

function readOrigin(env: NodeJS.ProcessEnv, name: string, fallback: string | undefined): string {
  const text = env[name] || fallback;
  if (text === undefined) throw new SettingsError(`${name} is required when MAGPIE_MODE is production.`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Compose files write the port in each case.
  const given = text.replace(/\/$/, '').replace(/^(https:.*):443$|^(http:.*):80$/, '$1$2');
  if (url === undefined || url.origin !== given || !/^https?:$/.test(url.protocol)) {
    throw new SettingsError(`${name} must be an origin such as https://drive.example.com, not "${text}".`);
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    throw new SettingsError(`${name} must use https: "${text}" is not a loopback address.`);
  }
  return url.origin;
}

function readBlobStore(env: NodeJS.ProcessEnv): 'disk' | 'r2' | undefined {
  const store = env['BLOB_STORE'] || undefined;
  if (store !== undefined && store !== 'disk' && store !== 'r2')
    throw new SettingsError('BLOB_STORE must be disk or r2.');
  return store;
}

function readLimits(env: NodeJS.ProcessEnv): string {
  const text = env['LIMITS'] || '{}';
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return text;
  } catch {
    // Falls through to the one message below: a parser's position in a shell variable does not help.
  }
  throw new SettingsError('LIMITS must be a JSON object.');
}

function readClients(env: NodeJS.ProcessEnv): string {
  const text = env['CLIENTS'] || '';
  try {
    if (text === '' || text === 'compatible' || Array.isArray(JSON.parse(text))) return text;
  } catch {
    // Falls through: one message for every mistake. The Worker reads the list itself, strictly.
  }
  throw new SettingsError('CLIENTS must be `compatible` or a JSON list.');
}

/** Pairs that pass unchecked. Only this machine, only in demo mode: in production a person could reach what listens here. */
function readOutboundAllow(env: NodeJS.ProcessEnv, mode: Settings['mode']): string {
  const text = (env['MAGPIE_OUTBOUND_ALLOW'] ?? '').trim();
  if (text === '') return '';
  if (mode === 'production') throw new SettingsError('MAGPIE_OUTBOUND_ALLOW is for tests in demo mode only.');
  const wrong = text.split(/\s+/).find((pair) => {
    const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(pair) ?? [];
    return port === '' || !isLoopbackHost(host);
  });
  if (wrong !== undefined)
    throw new SettingsError(
      `MAGPIE_OUTBOUND_ALLOW takes ports of this machine such as 127.0.0.1:9000, not "${wrong}".`,
    );
  return text;
}

function readOutboundPorts(env: NodeJS.ProcessEnv): string {
  const text = (env['OUTBOUND_PORTS'] ?? '').replaceAll(' ', '');
  if (text !== '' && !text.split(',').every((port) => /^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535))
    throw new SettingsError(`OUTBOUND_PORTS must list ports such as 8080,8443, not "${text}".`);
  return text;
}

function readProxyHeader(env: NodeJS.ProcessEnv): string | undefined {
  const name = env['TRUSTED_PROXY_HEADER'] || undefined;
  if (name !== undefined && !/^[\w!#$%&'*+.^`|~-]+$/.test(name))
    throw new SettingsError(
      `TRUSTED_PROXY_HEADER must be the name of one header such as X-Forwarded-For, not "${name}".`,
    );
  return name?.toLowerCase();
}

/** Readers of other modules say what is wrong by plain errors. */
function readPart<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new SettingsError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws SettingsError with a sentence for the operator */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const lanNames = readPart(() => readLanNames(env['MAGPIE_LAN']));
  const mode = env['MAGPIE_MODE'] || (lanNames ? 'production' : 'demo');
  if (lanNames && mode === 'demo')
    throw new SettingsError('MAGPIE_LAN is for MAGPIE_MODE=production: demo mode has people with known passwords.');
  if (mode !== 'demo' && mode !== 'production') throw new SettingsError('MAGPIE_MODE must be demo or production.');
  const port = readInteger(env, 'PORT', DEFAULT_PORT);
  const hosts = env['HOST'] ? [env['HOST']] : lanNames ? LAN_HOSTS : DEFAULT_HOSTS;
  if (mode === 'demo' && env['MAGPIE_DEMO_EXPOSE'] !== '1' && !hosts.every(isLoopbackHost)) {
    throw new SettingsError(
      `Demo mode has people with known passwords, so it listens on this machine only, not on ${hosts.join(', ')}. ` +
        'Use MAGPIE_MODE=production, or MAGPIE_DEMO_EXPOSE=1 if you mean it.',
    );
  }
  const inDemo = (origin: string): string | undefined => (mode === 'demo' ? origin : undefined);
  const inLan = (host: string | undefined): string | undefined => host && new URL(`https://${host}:${port}`).origin;
  const appOrigin = readOrigin(env, 'APP_ORIGIN', inLan(lanNames?.app) ?? inDemo(`http://localhost:${port}`));
  const contentOrigin = readOrigin(
    env,
    'CONTENT_ORIGIN',
    inLan(lanNames?.content) ?? inDemo(`http://127.0.0.1:${port}`),
  );
  if (new URL(appOrigin).hostname === new URL(contentOrigin).hostname) {
    throw new SettingsError(
      "APP_ORIGIN and CONTENT_ORIGIN must be different hosts: people's files must not run in the app's origin.",
    );
  }
  const programsOrigin = readOrigin(env, 'PROGRAMS_ORIGIN', contentOrigin);
  if (lanNames && programsOrigin !== contentOrigin)
    throw new SettingsError(
      'MAGPIE_LAN serves programs at CONTENT_ORIGIN: its certificate has no other host. Leave PROGRAMS_ORIGIN out.',
    );
  const humanCheck = readHumanCheck(env);
  const wrong = whyNoHumanCheck(humanCheck);
  const payment = readPayment(env);
  const unpaid = wrong || whyNoPayment(payment, lanNames !== undefined);
  if (unpaid !== '') throw new SettingsError(unpaid);
  return Object.freeze({
    mode,
    hosts,
    port,
    hasSamples: env['MAGPIE_SAMPLES'] !== '0',
    dataDir: path.resolve(env['MAGPIE_DATA'] || '.data'),
    appOrigin,
    contentOrigin,
    programsOrigin,
    apiOrigins: env['API_ORIGINS'] ?? '',
    redirectOrigins: env['REDIRECT_ORIGINS'] ?? '',
    clients: readClients(env),
    signInProviders: { providers: env['OIDC_PROVIDERS'] ?? '', secret: env['OIDC_CLIENT_SECRET'] ?? '' },
    humanCheck,
    payment,
    limits: readLimits(env),
    blobStore: readBlobStore(env),
    blobIndexDigits: undefined,
    restored: undefined,
    trustedProxies: env['TRUSTED_PROXIES'] ?? '',
    serverLimits: env['SERVER_LIMITS'] ?? '',
    trustedProxyHeader: readProxyHeader(env),
    diskReserveBytes: env['MAGPIE_DISK_RESERVE_MB'] ? readInteger(env, 'MAGPIE_DISK_RESERVE_MB', 0) * MIB : undefined,
    heapMebibytes: readInteger(env, 'MAGPIE_HEAP_MB', DEFAULT_HEAP_MEBIBYTES),
    outboundAllow: readOutboundAllow(env, mode),
    countsCost: env['MAGPIE_COUNT_COST'] === '1',
    outboundPorts: readOutboundPorts(env),
    downloader: readPart(() => readDownloader(env)),
    watch: readPart(() => readWatch(env, mode === 'demo')),
    lan:
      lanNames &&
      readPart(() =>
        lanOf(
          lanNames,
          { app: appOrigin, content: contentOrigin },
          {
            isReachable: !hosts.every(isLoopbackHost),
            addresses: readLanAddresses(env['MAGPIE_LAN_ADDRESS']),
          },
        ),
      ),
  });
}
