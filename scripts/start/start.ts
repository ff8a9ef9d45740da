/**
 * The supervisor: keeps two processes running until a signal ends it, the proxy that listens to the network and the runtime that holds the
 * state folder. It loads next to nothing: what it uses, it uses for as long as the server runs.
 */
import path from 'node:path';
import { ENDING_SIGNALS } from './process/ending-signals.ts';
import { nodeEnvironment } from './process/environment.ts';
import { StartFailed, type Supervised, supervise } from './process/supervisor.ts';
import { exitOnUncaught } from './proxy/boundary.ts';
import type { ProxyInput, ProxyUpdate } from './proxy-process.ts';
import type { RuntimeInput, RuntimeUpdate } from './serve.ts';

const scriptOf = (name: string): string => path.join(import.meta.dirname, `${name}-process.ts`);

/** @returns when both processes serve. Rejects with StartFailed */
async function startServer(rotatesKeys: boolean, atEnd: (stop: () => Promise<void>) => void): Promise<void> {
  const proxyStarted = Promise.withResolvers<void>();
  let proxy: Supervised<ProxyUpdate> | undefined;
  let proxyPid = 0;
  let proxyInput: ProxyInput | undefined;
  let isEnding = false;
  function startProxy(first: ProxyInput): Supervised<ProxyUpdate> {
    const supervised = supervise<ProxyInput, object, ProxyUpdate>({
      name: 'proxy',
      script: scriptOf('proxy'),
      env: nodeEnvironment(process.env),
      input: () => proxyInput ?? first,
      onReady(_ready, pid) {
        proxyPid = pid;
        runtime.update({ proxyPid });
        // The Worker may have moved while this process started.
        supervised.update((proxyInput ?? first).now);
      },
    });
    supervised.started.then(proxyStarted.resolve, proxyStarted.reject);
    return supervised;
  }
  function pointProxy(input: ProxyInput): void {
    proxyInput = input;
    if (proxy) proxy.update(input.now);
    else if (!isEnding) proxy = startProxy(input);
  }
  const runtime = supervise<RuntimeInput, object, RuntimeUpdate, ProxyInput>({
    name: 'runtime',
    script: scriptOf('runtime'),
    input: (restarts) => ({ restarts, rotatesKeys: rotatesKeys && restarts === 0, supervisorPid: process.pid }),
    onReady: () => proxyPid !== 0 && runtime.update({ proxyPid }),
    onNote: pointProxy,
    onDown: () => proxyInput && pointProxy({ ...proxyInput, now: { ...proxyInput.now, target: null, facts: null } }),
  });
  atEnd(async () => {
    isEnding = true;
    await proxy?.stop();
    await runtime.stop();
  });
  await Promise.all([runtime.started, proxyStarted.promise]);
}

/** @param rotatesKeys  another key signs from this start on */
export async function runServer(rotatesKeys: boolean): Promise<void> {
  exitOnUncaught('the server');
  let stop = (): Promise<void> => Promise.resolve();
  let ending: Promise<void> | undefined;
  const end = (code: number): void => {
    ending ??= stop().finally(() => process.exit(code));
  };
  for (const signal of ENDING_SIGNALS) process.on(signal, () => end(0));
  try {
    await startServer(rotatesKeys, (step) => {
      stop = step;
    });
  } catch (error) {
    if (ending === undefined)
      process.stderr.write(
        `${error instanceof StartFailed ? error.message : ((error as Error).stack ?? String(error))}\n`,
      );
    end(1);
  }
}
