/** Miniflare in the process of a command: its runtime tied to this process, and its signal listeners removed. */
import path from 'node:path';
import { ROOT } from '#scripts/build/ensure.ts';
import { ENDING_SIGNALS } from '#scripts/start/process/ending-signals.ts';
import { makeScratch, workerdEnvironment } from '#scripts/start/runtime/workerd.ts';

/** Variables that Miniflare and workerd read from this process; they must be set before the first call. */
export function prepareEnvironment(options: { dataDir: string; heapMebibytes: number; runtimePidFile: string }): void {
  Object.assign(process.env, {
    ...workerdEnvironment(makeScratch(options.dataDir), options.runtimePidFile),
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    MINIFLARE_WORKERD_PATH: path.join(ROOT, 'scripts/start/runtime/runtime.sh'),
    MINIFLARE_WORKERD_V8_FLAGS: `--max-heap-size=${options.heapMebibytes}`,
  });
}

/**
 * Runs `make` and removes the signal listeners it added: those of Miniflare end the process at once, during requests and
 * without releasing the lock. Its listener for `exit`, which kills the runtime, stays.
 */
export function keepSignals<T>(make: () => T): T {
  const before = new Map(ENDING_SIGNALS.map((signal) => [signal, process.listeners(signal)]));
  const made = make();
  for (const [signal, known] of before) {
    for (const listener of process.listeners(signal)) {
      if (!known.includes(listener)) process.removeListener(signal, listener);
    }
  }
  return made;
}
