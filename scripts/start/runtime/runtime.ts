/** Runs the built Worker on workerd, with the configuration that the build made and the services of this process. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hostAndPort } from '#shared/public-address.ts';
import { providersOf as readProviders } from '#worker/env-providers.ts';
import type { Readiness } from '#worker/platform/readiness.ts';
import type { RunningDownloader } from '../downloader/start.ts';
import type { Settings } from '../settings.ts';
import { callInternal } from '../state/internal-endpoint.ts';
import type { Secrets } from '../state/secrets.ts';
import { makePacedLines } from '../watch/paced-lines.ts';
import { withTime } from '../watch/records.ts';
import { isLogged } from '../watch/settings.ts';
import { bindingsOf } from './bindings.ts';
import { capnpText } from './capnp-text.ts';
import { makeHasher } from './hasher.ts';
import { type LocalAnswer, type LocalServices, startLocalServices } from './local-services.ts';
import { type Messaging, smtpNetwork } from './messaging.ts';
import { makeOutbound, resolveBySystem } from './outbound.ts';
import { makePictureCodecService } from './picture-codec.ts';
import { CONFIG_FILE, completeConfig, type RuntimeConfig, SOCKET } from './runtime-config.ts';
import { makeScratch, startWorkerd, type Workerd, workerdEnvironment } from './workerd.ts';

/** 4 s: longer than the Worker's own patience with a part, shorter than the proxy's with us. */
const READINESS_MS = 4_000;

/** Lines that the runtime itself writes: an exception that no code has caught takes several. */
const RUNTIME_LINES_PER_MINUTE = 200;

/** The running Worker. */
export interface Runtime {
  /** Loopback address of the Worker itself. */
  origin: URL;
  /** Does the work of a cron trigger. */
  runScheduled(cron: string): Promise<void>;
  /** Asks the Worker whether its parts answer. */
  readiness(): Promise<Readiness>;
  stop(): Promise<void>;
}

export interface RuntimeOptions {
  settings: Settings;
  secrets: Secrets;
  /** Folder of the runtime's configuration, written by the build. */
  configDir: string;
  /** Folder of the built client, readable by the Worker as `ASSETS`. */
  clientDir: string;
  runtimePidFile: string;
  /** Answers the Worker's calls to this process (machine-service.ts). */
  machine: LocalAnswer | undefined;
  /** Absent: the defaults of the mode. */
  messaging?: Messaging;
  /** Answers the Worker's calls to the downloader; absent without one. */
  downloader?: RunningDownloader['answer'] | undefined;
  /** Called when workerd ends by itself. */
  onEnd(reason: string): void;
}

/** Exceptions of the Node side: it lets through only public addresses on the default ports. */
export function outboundRules(settings: Settings): { allowed: ReadonlySet<string>; ports: ReadonlySet<string> } {
  return {
    allowed: new Set(settings.outboundAllow.split(/\s+/).filter(Boolean)),
    ports: new Set(settings.outboundPorts.split(',').filter(Boolean)),
  };
}

/** Where sign-in providers answer. */
function providersOf({ signInProviders }: Settings): ReadonlySet<string> {
  const named = readProviders({ OIDC_PROVIDERS: signInProviders.providers });
  return new Set(named.map(({ issuer }) => hostAndPort(new URL(issuer))));
}

function servicesOf(options: RuntimeOptions, codec: LocalAnswer): LocalServices {
  const { settings, machine, downloader } = options;
  return {
    answers: { HASHER: makeHasher(), CODEC: codec, ...(machine ? { MACHINE: machine } : {}) },
    streams: {
      NODE: makeOutbound({ resolve: resolveBySystem, ...outboundRules(settings), providers: providersOf(settings) }),
      ...(downloader ? { DOWNLOADER: downloader } : {}),
    },
  };
}

/** The folders that the runtime's disk services need. */
function makeFolders(config: RuntimeConfig): void {
  for (const { disk } of config.services) if (disk?.['writable'] === true) mkdirSync(disk.path, { recursive: true });
}

/** Starts workerd and waits until it listens. */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { settings, secrets, configDir } = options;
  const codec = makePictureCodecService();
  const local = servicesOf(options, codec.answer);
  const servicesSecret = randomBytes(32).toString('hex');
  const [services, network] = await Promise.all([
    startLocalServices(local, servicesSecret),
    options.messaging ? smtpNetwork(options.messaging, resolveBySystem) : null,
  ]);
  const built = JSON.parse(readFileSync(path.join(configDir, CONFIG_FILE), 'utf8')) as RuntimeConfig;
  const config = completeConfig(built, {
    configDir,
    stateDir: path.join(settings.dataDir, 'state'),
    blobsDir: path.join(settings.dataDir, 'blobs'),
    clientDir: options.clientDir,
    bindings: { ...secrets, ...bindingsOf(settings, options.messaging), PROCESS_NAME: randomBytes(8).toString('hex') },
    servicesAddress: services.address,
    servicesSecret,
    services: new Set([...Object.keys(local.answers), ...Object.keys(local.streams)]),
    smtpNetwork: network,
    v8Flags: [`--max-heap-size=${settings.heapMebibytes}`],
  });
  makeFolders(config);
  const scratch = makeScratch(settings.dataDir);
  const configFile = path.join(scratch, 'runtime.capnp');
  writeFileSync(configFile, capnpText(config), { mode: 0o600 });
  const ofRuntime = makePacedLines((line) => void process.stderr.write(`${line}\n`), RUNTIME_LINES_PER_MINUTE);
  let workerd: Workerd;
  try {
    workerd = await startWorkerd(
      {
        configFile,
        socket: SOCKET,
        log(line) {
          if (!isLogged(line, settings.watch.logLevel)) return;
          const record = withTime(line, Date.now());
          // The Worker counts its own lines.
          if (record === line) ofRuntime('the runtime', () => line);
          else process.stderr.write(`${record}\n`);
        },
        onEnd: options.onEnd,
      },
      workerdEnvironment(scratch, options.runtimePidFile),
    );
  } catch (error) {
    services.stop();
    throw error;
  } finally {
    // It has been read, and holds the secrets.
    rmSync(configFile, { force: true });
  }
  const origin = new URL(`http://127.0.0.1:${workerd.port}`);
  return {
    origin,
    async runScheduled(cron) {
      const endpoint = { origin: origin.origin, host: new URL(settings.appOrigin).host };
      const { status } = await callInternal(endpoint, secrets.INTERNAL_TOKEN, '/_internal/scheduled', { cron });
      if (status !== 200) throw new Error(`the Worker answered ${status}`);
    },
    async readiness() {
      const signal = AbortSignal.timeout(READINESS_MS);
      const endpoint = { origin: origin.origin, host: new URL(settings.appOrigin).host };
      const { status, text } = await callInternal(endpoint, secrets.INTERNAL_TOKEN, '/_internal/ready', {}, signal);
      if (status !== 200) throw new Error(`the Worker answered ${status}`);
      return JSON.parse(text) as Readiness;
    },
    async stop() {
      codec.stop();
      await workerd.stop();
      services.stop();
    },
  };
}
