/** The process that listens to the network. It holds no secret and no state: another process can replace it at any time. */
import path from 'node:path';
import { runChild } from './process/child.ts';
import { readTrustedProxies } from './proxy/clients.ts';
import { startProxy } from './proxy/proxy-server.ts';
import { descriptorLimit, readServerLimits } from './proxy/server-limits.ts';
import { loadStaticFiles } from './proxy/static-files.ts';
import type { Settings } from './settings.ts';
import type { FactsEndpoint } from './watch/machine-facts.ts';
import { listenForMetrics, makeProbes } from './watch/probes.ts';
import { makeRequestWatch } from './watch/request-watch.ts';
import { isLogged } from './watch/settings.ts';

export interface ProxyInput {
  readonly settings: Pick<
    Settings,
    'hosts' | 'port' | 'trustedProxyHeader' | 'trustedProxies' | 'serverLimits' | 'limits' | 'appOrigin' | 'watch'
  >;
  /** Address of the Worker; null while it is not running. */
  readonly target: string | null;
  /** Folder of the build. */
  readonly distDir: string;
}

/** Current addresses of the Worker and of the machine's facts. */
export interface ProxyUpdate {
  readonly target: string | null;
  readonly facts: FactsEndpoint | null;
}

runChild('proxy', async (input: ProxyInput) => {
  const { hosts, port, trustedProxyHeader, trustedProxies, serverLimits } = input.settings;
  const { logLevel, accessLog, metrics } = input.settings.watch;
  const watch = makeRequestWatch({
    accessLog,
    write(level, line) {
      if (isLogged(`${level}: `, logLevel)) process.stdout.write(`${line}\n`);
    },
    now: () => performance.now(),
  });
  const probes = makeProbes(watch.families);
  const stopMetrics = metrics && (await listenForMetrics(metrics, probes));
  const proxy = await startProxy({
    hosts,
    port,
    trustedProxyHeader,
    isTrustedProxy: readTrustedProxies(trustedProxies),
    limits: readServerLimits(serverLimits, descriptorLimit()),
    // Validated at the start of the supervisor: an object of numbers.
    signIns: JSON.parse(input.settings.limits) as { signInsPerSecond?: number },
    isHttps: input.settings.appOrigin.startsWith('https:'),
    target: input.target === null ? undefined : new URL(input.target),
    watch,
    probes,
    files: loadStaticFiles(path.join(input.distDir, 'client'), path.join(input.distDir, 'compressed')),
  });
  return {
    ready: {},
    update({ target, facts }: ProxyUpdate) {
      proxy.setTarget(target === null ? undefined : new URL(target));
      probes.setFacts(facts ?? undefined);
    },
    stop() {
      stopMetrics?.();
      return proxy.stop();
    },
  };
});
