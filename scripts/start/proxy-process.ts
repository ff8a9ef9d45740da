/** The process that listens to the network. It holds no secret and no state: another process can replace it at any time. */
import path from 'node:path';
import type { LanCertificate } from './lan/certificates.ts';
import { makeProxyLan } from './lan/proxy-lan.ts';
import { runChild } from './process/child.ts';
import { readTrustedProxies } from './proxy/clients.ts';
import { startProxy } from './proxy/proxy-server.ts';
import { servedHosts } from './proxy/served-hosts.ts';
import { descriptorLimit, readServerLimits } from './proxy/server-limits.ts';
import { listStaticFiles } from './proxy/static-files.ts';
import type { Settings } from './settings.ts';
import type { FactsEndpoint } from './watch/machine-facts.ts';
import { listenForMetrics, makeProbes } from './watch/probes.ts';
import { makeRequestWatch } from './watch/request-watch.ts';
import { isLogged } from './watch/settings.ts';

export interface ProxyInput {
  readonly settings: Pick<
    Settings,
    | 'hosts'
    | 'port'
    | 'trustedProxyHeader'
    | 'trustedProxies'
    | 'serverLimits'
    | 'limits'
    | 'appOrigin'
    | 'contentOrigin'
    | 'programsOrigin'
    | 'apiOrigins'
    | 'watch'
    | 'lan'
  >;
  /** Folder of the build. */
  readonly distDir: string;
  readonly now: ProxyUpdate;
}

/** Facts that change while the proxy runs. */
export interface ProxyUpdate {
  /** Address of the Worker; null while it is not running. */
  readonly target: string | null;
  /** Where the machine's facts are asked for; null while the Worker is not running. */
  readonly facts: FactsEndpoint | null;
  /** Of LAN mode; null in any other. */
  readonly certificate: LanCertificate | null;
}

runChild('proxy', async (input: ProxyInput, { atEnd }) => {
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
  const lan = input.now.certificate === null ? undefined : makeProxyLan(input.settings, input.now.certificate);
  const stopMetrics = metrics && (await listenForMetrics(metrics, probes));
  atEnd(() => stopMetrics?.());
  const proxy = await startProxy({
    hosts,
    port,
    trustedProxyHeader,
    isTrustedProxy: readTrustedProxies(trustedProxies),
    limits: readServerLimits(serverLimits, descriptorLimit()),
    // Validated by the runtime's process: an object of numbers.
    signIns: JSON.parse(input.settings.limits) as { signInsPerSecond?: number },
    // HTTP Strict Transport Security would bind every other port of a name in a local network as well.
    isHttps: lan === undefined && input.settings.appOrigin.startsWith('https:'),
    servedHosts: servedHosts(input.settings),
    programsHost: new URL(input.settings.programsOrigin).host,
    target: input.now.target === null ? undefined : new URL(input.now.target),
    watch,
    probes,
    lan,
    files: listStaticFiles(path.join(input.distDir, 'client'), path.join(input.distDir, 'compressed')),
  });
  let takeBack: (() => Promise<void>) | undefined;
  atEnd(() => Promise.all([takeBack?.(), proxy.stop()]).then(() => undefined));
  // Loaded for LAN mode alone.
  const { publishNames } = lan ? await import('./lan/names.ts') : {};
  takeBack = publishNames?.(input.settings.lan?.published ?? [], port, (line) => {
    process.stderr.write(`${line}\n`);
  });
  probes.setFacts(input.now.facts ?? undefined);
  return {
    ready: {},
    update({ target, facts, certificate }: ProxyUpdate) {
      if (certificate !== null && lan?.update(certificate)) proxy.renew();
      proxy.setTarget(target === null ? undefined : new URL(target));
      probes.setFacts(facts ?? undefined);
    },
  };
});
