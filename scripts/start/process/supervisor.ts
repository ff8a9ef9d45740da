/**
 * Keeps one child process running: starts it, logs why it ended, and starts another after a growing pause. The supervisor
 * itself listens to no network and reads no input of clients.
 */
import { type ChildProcess, fork } from 'node:child_process';

/** 0.1 s: the pause before the first restart; each further restart doubles it. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** A process that ran this long did not fail because of its start: the next pause is the first again. */
const STEADY_MS = 60_000;
/** Longest time a child may take to stop. */
const STOP_MS = 15_000;
const LAST_LINES = 8;
/** MiB for new objects, in place of 16: no more processor time under load, and 25 MiB less of an idle process. */
const SMALL_HEAP = '--max-semi-space-size=4';

/** Message of a child to its supervisor. */
export type ChildReport<Ready, Note> =
  | { readonly kind: 'ready'; readonly ready: Ready }
  | { readonly kind: 'note'; readonly note: Note }
  /** It could not start; the message is for the person at the terminal. */
  | { readonly kind: 'failed'; readonly message: string };

/** Message of a supervisor to its child. */
export type ChildOrder<Input, Update> =
  | { readonly kind: 'start'; readonly input: Input }
  | { readonly kind: 'update'; readonly update: Update }
  | { readonly kind: 'stop' };

/** The first start failed; it is not retried. */
export class StartFailed extends Error {}

export interface ChildOptions<Input, Ready, Note = never> {
  /** Name in the log. */
  readonly name: string;
  /** Module that the process runs; it calls `runChild`. */
  readonly script: string;
  /** Variables of the process; default: those of this one. */
  readonly env?: NodeJS.ProcessEnv;
  /** Makes the input of each new process. */
  readonly input: (restarts: number) => Input;
  readonly onReady: (ready: Ready, pid: number) => void;
  /** Called with each note of the process. */
  readonly onNote?: (note: Note) => void;
  /** Called when a process that was ready has ended. */
  readonly onDown?: () => void;
  readonly log?: (line: string) => void;
  readonly firstPauseMs?: number;
}

export interface Supervised<Update> {
  /** Fulfilled when the first process is ready; rejected with {@link StartFailed} when it ended before that. */
  readonly started: Promise<void>;
  /** Sends an update to the process, if there is one. */
  update(update: Update): void;
  /** Stops the process; kills it when that takes too long. */
  stop(): Promise<void>;
}

/** How long to wait before the given restart. @param failures  restarts since the last steady run, from 1 */
export function pauseMs(failures: number, firstMs: number = FIRST_PAUSE_MS): number {
  return Math.min(LONGEST_PAUSE_MS, firstMs * 2 ** Math.min(failures - 1, 20));
}

/** Repeats a child's stderr on ours and keeps its last lines. */
function keepTail(child: ChildProcess): () => string {
  let tail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text);
    tail = `${tail}${text}`.slice(-8_192);
  });
  return () => tail.trimEnd().split('\n').slice(-LAST_LINES).join('\n  ');
}

/** Starts the process and keeps it running until `stop`. */
export function supervise<Input, Ready, Update, Note = never>(
  options: ChildOptions<Input, Ready, Note>,
): Supervised<Update> {
  const log = options.log ?? ((line: string) => void process.stderr.write(`${line}\n`));
  const started = Promise.withResolvers<void>();
  let child: ChildProcess | undefined;
  let stopped = false;
  let wasReady = false;
  let restarts = 0;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  function send(order: ChildOrder<Input, Update>): void {
    // A process that has just ended is reported by its `exit`, not by a failed message.
    if (child?.connected) child.send(order, () => undefined);
  }

  function onExit(reason: string, lastLines: string, readyAtMs: number | undefined, failure: string): void {
    child = undefined;
    if (stopped) return;
    if (!wasReady) {
      started.reject(new StartFailed(failure || `the ${options.name} process did not start (${reason})`));
      return;
    }
    if (readyAtMs !== undefined) options.onDown?.();
    failures = readyAtMs !== undefined && performance.now() - readyAtMs >= STEADY_MS ? 1 : failures + 1;
    const waitMs = pauseMs(failures, options.firstPauseMs);
    const output = lastLines === '' ? '' : `; its last output:\n  ${lastLines}`;
    log(`error: the ${options.name} process ended (${reason}) and starts again in ${waitMs / 1_000} s${output}`);
    restarts += 1;
    timer = setTimeout(start, waitMs);
  }

  function start(): void {
    const made = fork(options.script, [], {
      execArgv: [...process.execArgv, SMALL_HEAP],
      env: options.env ?? process.env,
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    child = made;
    const lastLines = keepTail(made);
    let readyAtMs: number | undefined;
    let failure = '';
    let ended = false;
    made.on('message', (report: ChildReport<Ready, Note>) => {
      if (report.kind === 'failed') failure = report.message;
      else if (report.kind === 'note') options.onNote?.(report.note);
      else if (!stopped) {
        readyAtMs = performance.now();
        wasReady = true;
        options.onReady(report.ready, made.pid ?? 0);
        started.resolve();
      }
    });
    const onEnd = (reason: string): void => {
      if (ended) return;
      ended = true;
      onExit(`pid ${made.pid}, ${reason}${failure === '' ? '' : `: ${failure}`}`, lastLines(), readyAtMs, failure);
    };
    made.on('error', (error) => {
      if (made.exitCode === null && made.signalCode === null && made.pid === undefined) onEnd(String(error));
    });
    // `close` comes after `exit`, when everything the process wrote has been read.
    made.on('close', (code, signal) => onEnd(signal === null ? `exit code ${code}` : `signal ${signal}`));
    send({ kind: 'start', input: options.input(restarts) });
  }

  start();
  return {
    started: started.promise,
    update: (update) => send({ kind: 'update', update }),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      started.reject(new StartFailed(`the ${options.name} process was stopped`));
      started.promise.catch(() => undefined);
      const last = child;
      if (last === undefined) return;
      const gone = new Promise<void>((resolve) => last.once('close', () => resolve()));
      send({ kind: 'stop' });
      const force = setTimeout(() => last.kill('SIGKILL'), STOP_MS);
      await gone;
      clearTimeout(force);
    },
  };
}
