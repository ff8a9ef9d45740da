/**
 * The configuration of workerd: made by Miniflare once at the build (scripts/build/runtime-config.ts), completed here at each start with
 * its folders, variables and addresses. Pure.
 */
import path from 'node:path';

type Fields = Readonly<Record<string, unknown>>;

interface Binding extends Fields {
  readonly name: string;
}

interface Service extends Fields {
  readonly name: string;
  readonly worker?: Fields & { readonly bindings?: readonly Binding[] };
  readonly external?: Fields;
  readonly disk?: Fields & { readonly path: string };
}

/** Follows workerd.capnp; a module or certificate that is a file is {@link Embed}. */
export interface RuntimeConfig extends Fields {
  readonly services: readonly Service[];
  readonly sockets: readonly Fields[];
}

/** A file beside the configuration, whose content replaces it. */
export interface Embed {
  readonly embed: string;
}

/** Services of a process beside the runtime, by the name of the binding that leads to them. */
export const LOCAL_SERVICES = ['MACHINE', 'HASHER', 'CODEC', 'DOWNLOADER', 'NODE'] as const;
export type LocalService = (typeof LOCAL_SERVICES)[number];

/** Texts of at least this length are files of the built configuration. */
export const FILE_CHARS = 1_000;

/** The configuration itself, in its folder. */
export const CONFIG_FILE = 'config.json';

/** Name of the Worker, and of the one before the internet. */
export const WORKER = 'magpie';
export const OUTBOUND = 'outbound';
/** Name of the socket that leads to the Worker itself. */
export const SOCKET = 'direct:1:default';
/** Names for the folders of a start, in paths of the built configuration. */
export const STATE_PLACE = '@state';
export const BLOBS_PLACE = '@blobs';
export const CLIENT_PLACE = '@client';
/** Headers that the runtime adds to a call of a service: which one, and that it is the runtime that calls. */
export const SERVICE_HEADER = 'x-magpie-service';
export const SECRET_HEADER = 'x-magpie-runtime-secret';

export interface StartFacts {
  /** Folder of the built configuration and its modules. */
  readonly configDir: string;
  readonly stateDir: string;
  readonly blobsDir: string;
  readonly clientDir: string;
  /** Variables and secrets of the Worker. */
  readonly bindings: Readonly<Record<string, string>>;
  /** Where the local services listen. */
  readonly servicesAddress: string;
  readonly servicesSecret: string;
  /** Services that this start has. */
  readonly services: ReadonlySet<string>;
  /** Network of the mail relay; null without one. */
  readonly smtpNetwork: Fields | null;
  readonly v8Flags: readonly string[];
}

const SMTP_SERVICE = 'smtp-network';

function placed(text: string, facts: StartFacts): string {
  return text
    .replace(STATE_PLACE, facts.stateDir)
    .replace(BLOBS_PLACE, facts.blobsDir)
    .replace(CLIENT_PLACE, facts.clientDir);
}

function isEmbed(value: unknown): value is Embed {
  return typeof value === 'object' && value !== null && 'embed' in value;
}

/** Embedded files by their absolute address: the completed configuration is written into another folder. */
function withFiles(value: unknown, configDir: string): unknown {
  if (isEmbed(value)) return { embed: path.join(configDir, value.embed) };
  if (Array.isArray(value)) return value.map((one: unknown) => withFiles(one, configDir));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withFiles(one, configDir)]));
}

/** Every text in a value that may name a service. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length < FILE_CHARS ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** The services that the Worker reaches. */
export function reachable(services: RuntimeConfig['services']): RuntimeConfig['services'] {
  const byName = new Map(services.map((one) => [one.name, one]));
  const reached = new Set<string>();
  const waiting = [`core:user:${WORKER}`];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const found = byName.get(name);
    if (!found || reached.has(name)) continue;
    reached.add(name);
    waiting.push(...textsIn(found));
  }
  return services.filter(({ name }) => reached.has(name));
}

/** The simulator of R2 takes 6 MiB, and a store on the disk never asks it. */
const isUnusedBucket = (name: string, { bindings }: StartFacts): boolean =>
  name === 'BLOBS' && bindings['BLOB_STORE'] === 'disk';

/** Bindings of the Worker: variables laid over those of the build, and no binding for a service that is not there or not used. */
function bindingsOf(built: readonly Binding[], facts: StartFacts): Binding[] {
  const isAbsent = ({ name }: Binding): boolean =>
    name in facts.bindings ||
    isUnusedBucket(name, facts) ||
    (LOCAL_SERVICES.some((one) => one === name) && !facts.services.has(name));
  const variables = Object.entries(facts.bindings).map(([name, text]) => ({ name, text }));
  const smtp = facts.smtpNetwork ? [{ name: 'SMTP_NET', service: { name: SMTP_SERVICE } }] : [];
  return [...built.filter((binding) => !isAbsent(binding)), ...variables, ...smtp];
}

function external(server: Fields, facts: StartFacts): Fields {
  const http = server['http'] as { readonly injectRequestHeaders?: readonly Fields[] };
  const secret = { name: SECRET_HEADER, value: facts.servicesSecret };
  return {
    ...server,
    address: facts.servicesAddress,
    http: { ...http, injectRequestHeaders: [...(http.injectRequestHeaders ?? []), secret] },
  };
}

function service(one: Service, facts: StartFacts): Service {
  if (one.disk) return { ...one, disk: { ...one.disk, path: placed(one.disk.path, facts) } };
  if (one.external) return { ...one, external: external(one.external, facts) };
  if (one.name !== `core:user:${WORKER}`) return one;
  return { ...one, worker: { ...one.worker, bindings: bindingsOf(one.worker?.bindings ?? [], facts) } };
}

/** The configuration of one start. */
export function completeConfig(built: RuntimeConfig, facts: StartFacts): RuntimeConfig {
  const smtp = facts.smtpNetwork ? [{ name: SMTP_SERVICE, network: facts.smtpNetwork }] : [];
  const services = [...built.services.map((one) => service(one, facts)), ...smtp];
  const whole = { ...built, services: reachable(services), v8Flags: facts.v8Flags };
  return withFiles(whole, facts.configDir) as RuntimeConfig;
}
