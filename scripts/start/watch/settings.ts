/** Settings of logs and metrics. No I/O. */
import { isLoopbackHost } from '#shared/loopback.ts';
import type { MetricsListener } from './probes.ts';
import type { AccessLog } from './request-watch.ts';

/** From the fewest lines to the most. */
const LOG_LEVELS = ['error', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface WatchSettings {
  readonly logLevel: LogLevel;
  readonly accessLog: AccessLog;
  /** Undefined: no metrics are served. */
  readonly metrics: MetricsListener | undefined;
}

const ACCESS_LOGS: readonly AccessLog[] = ['off', 'on', 'address'];
/** A shorter token could be guessed by trying. */
const LEAST_TOKEN = 16;

function chosen<T extends string>(env: NodeJS.ProcessEnv, name: string, values: readonly T[], fallback: T): T {
  const text = env[name] || fallback;
  const value = values.find((one) => one === text);
  if (value === undefined) throw new Error(`${name} must be ${values.join(', ')}, not "${text}".`);
  return value;
}

function readMetrics(env: NodeJS.ProcessEnv): MetricsListener | undefined {
  const text = env['METRICS_ADDRESS'] ?? '';
  const token = env['METRICS_TOKEN'] ?? '';
  if (text === '') return undefined;
  const [, host = '', port = ''] = /^\[?([\w.:-]+?)\]?:(\d{1,5})$/.exec(text) ?? [];
  if (host === '' || Number(port) < 1 || Number(port) > 65_535)
    throw new Error(`METRICS_ADDRESS must be an address and a port such as 127.0.0.1:9464, not "${text}".`);
  if (token !== '' && token.length < LEAST_TOKEN)
    throw new Error(`METRICS_TOKEN must have at least ${LEAST_TOKEN} characters.`);
  if (token === '' && !isLoopbackHost(host))
    throw new Error('METRICS_TOKEN is required when METRICS_ADDRESS is not on this machine.');
  return { host, port: Number(port), token };
}

/** @throws Error with a sentence for the operator */
export function readWatch(env: NodeJS.ProcessEnv, isDemo: boolean): WatchSettings {
  return {
    logLevel: chosen(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    accessLog: chosen(env, 'ACCESS_LOG', ACCESS_LOGS, isDemo ? 'off' : 'on'),
    metrics: readMetrics(env),
  };
}

/** True for a line that is at least as important as the level. Lines without a level are. */
export function isLogged(line: string, level: LogLevel): boolean {
  const [, said = 'error'] = /^(debug|log|info|warn): /.exec(line) ?? [];
  const rank = said === 'debug' ? 2 : said === 'error' || said === 'warn' ? 0 : 1;
  return rank <= LOG_LEVELS.indexOf(level);
}
