/** The process that listens to the network. It holds no secret and no state: another one can take its place at any time. */
import path from 'node:path';
import { runChild } from './process/child.ts';
import { readTrustedProxies } from './proxy/clients.ts';
import { startFront } from './proxy/front.ts';
import { descriptorLimit, readServerLimits } from './proxy/server-limits.ts';
import { loadStaticFiles } from './proxy/static-files.ts';
import type { Settings } from './settings.ts';

export interface ProxyInput {
  readonly settings: Pick<
    Settings,
    'hosts' | 'port' | 'trustedProxyHeader' | 'trustedProxies' | 'serverLimits' | 'limits' | 'appOrigin'
  >;
  /** Address of the Worker; null while it is not running. */
  readonly target: string | null;
  /** Folder of the build. */
  readonly distDir: string;
}

/** Where the Worker is now. */
export interface ProxyUpdate {
  readonly target: string | null;
}

runChild('proxy', async (input: ProxyInput) => {
  const { hosts, port, trustedProxyHeader, trustedProxies, serverLimits } = input.settings;
  const front = await startFront({
    hosts,
    port,
    trustedProxyHeader,
    isTrustedProxy: readTrustedProxies(trustedProxies),
    limits: readServerLimits(serverLimits, descriptorLimit()),
    // Read and judged at the start: it is JSON of numbers.
    signIns: JSON.parse(input.settings.limits) as { signInsPerSecond?: number },
    isHttps: input.settings.appOrigin.startsWith('https:'),
    target: input.target === null ? undefined : new URL(input.target),
    files: loadStaticFiles(path.join(input.distDir, 'client'), path.join(input.distDir, 'compressed')),
  });
  return {
    ready: {},
    update: ({ target }: ProxyUpdate) => front.setTarget(target === null ? undefined : new URL(target)),
    stop: () => front.stop(),
  };
});
