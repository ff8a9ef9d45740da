/** Limits a failure to its request: an exception in one handler must not end the process. */
import { makePacedLines } from '../watch/paced-lines.ts';

const report = makePacedLines((line) => void process.stderr.write(`${line}\n`));

/** Writes the failure and its stack to stderr. */
export function reportFailure(what: string, error: unknown): void {
  report(what, () => `error: ${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

/**
 * Wraps a handler so that it never throws.
 * @param what  names the handler in the log
 * @param fail  ends the exchange; receives the handler's arguments
 */
export function guarded<A extends readonly unknown[]>(
  what: string,
  act: (...args: A) => void,
  fail: (...args: A) => void,
): (...args: A) => void {
  return (...args) => {
    try {
      act(...args);
    } catch (error) {
      reportFailure(what, error);
      try {
        fail(...args);
      } catch (cause) {
        reportFailure(`${what}, while ending it`, cause);
      }
    }
  };
}

/** Listener for `error` events whose stream also emits `close`, which does the clean-up. */
export function ignoreError(): void {}

/** Logs an uncaught exception and ends the process; its supervisor starts another. */
export function exitOnUncaught(what: string): void {
  process.on('uncaughtException', (error, origin) => {
    process.stderr.write(`error: ${what} ends after an ${origin}: ${error?.stack ?? String(error)}\n`);
    process.exit(70);
  });
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreError);
}
