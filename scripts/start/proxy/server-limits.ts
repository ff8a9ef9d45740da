/**
 * Limits of one machine's proxy. docs/limits.md lists each with its default and its reason. The largest ones follow
 * from the number of descriptors a process may open: each request that is forwarded costs two of them in the
 * proxy and two in the runtime, which also needs some for its databases.
 */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { SettingsError } from '../settings.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const seconds = v.pipe(v.number(), v.minValue(0.1), v.maxValue(86_400));

const schema = v.strictObject({
  connections: count,
  connectionsPerAddress: count,
  requests: count,
  requestsPerAddress: count,
  queuedRequests: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  queueSeconds: seconds,
  webSockets: count,
  webSocketsPerAddress: count,
  headers: count,
  headerBytes: v.pipe(count, v.minValue(4_096)),
  headerSeconds: seconds,
  keepAliveSeconds: seconds,
  requestsPerConnection: count,
  bodyIdleSeconds: seconds,
  bodySeconds: seconds,
  answerIdleSeconds: seconds,
  handshakeSeconds: seconds,
});

/** See docs/limits.md. */
export type ServerLimits = v.InferOutput<typeof schema>;

/** Descriptors besides connections: listeners, files of the build, open databases. */
const RESERVED_DESCRIPTORS = 512;

/** @param descriptors  how many a process may open */
export function defaultLimits(descriptors: number): ServerLimits {
  const free = Math.max(descriptors - RESERVED_DESCRIPTORS, Math.floor(descriptors / 2));
  const connections = Math.min(10_000, Math.floor(free / 2));
  const requests = Math.min(1_024, Math.floor(free / 8));
  const webSockets = Math.min(4_096, Math.floor(free / 8));
  return {
    connections,
    connectionsPerAddress: Math.min(1_000, Math.floor(connections / 2)),
    requests,
    requestsPerAddress: Math.ceil(requests / 4),
    queuedRequests: requests,
    queueSeconds: 5,
    webSockets,
    webSocketsPerAddress: Math.min(256, Math.ceil(webSockets / 4)),
    headers: 128,
    headerBytes: 32 * 1024,
    headerSeconds: 20,
    keepAliveSeconds: 65,
    requestsPerConnection: 10_000,
    bodyIdleSeconds: 30,
    bodySeconds: 120,
    answerIdleSeconds: 60,
    handshakeSeconds: 15,
  };
}

/** Descriptors this process may open; Node has raised the limit as far as the system allows. */
export function descriptorLimit(): number {
  try {
    const line = /^Max open files +(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    if (line === 'unlimited') return Number.MAX_SAFE_INTEGER;
    if (line !== undefined) return Number(line);
  } catch {
    // Not Linux: assume what the smallest systems give.
  }
  return 1_024;
}

/**
 * Merges the operator's limits with the defaults.
 * @param text  JSON object of SERVER_LIMITS; '' for none
 * @throws SettingsError for an unknown name, a wrong value, or limits above the number of descriptors
 */
export function readServerLimits(text: string, descriptors: number): ServerLimits {
  const defaults = defaultLimits(descriptors);
  let set: unknown;
  try {
    set = JSON.parse(text || '{}');
  } catch {
    throw new SettingsError('SERVER_LIMITS must be a JSON object.');
  }
  const parsed = v.safeParse(v.partial(schema), set, { abortEarly: true });
  if (!parsed.success) {
    const issue = parsed.issues[0];
    throw new SettingsError(`SERVER_LIMITS: ${v.getDotPath(issue) ?? 'it'} is wrong: ${issue.message}.`);
  }
  const limits = { ...defaults, ...parsed.output } as ServerLimits;
  const needed = limits.connections + limits.requests + limits.webSockets;
  if (needed > descriptors || 2 * (limits.requests + limits.webSockets) > descriptors)
    throw new SettingsError(
      `SERVER_LIMITS: connections, requests and webSockets need more descriptors than the ${descriptors} of this process. ` +
        'Lower them, or raise its limit of open files.',
    );
  return limits;
}
