/**
 * A process that answers one request at a time, beside the runtime: the runtime has one thread, and seconds of computing there would
 * delay every other request. It starts with the first request, ends when none comes, and is ended when one takes too long or too much
 * memory.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '#shared/units.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { makeTurns } from '#worker/platform/pictures/turns.ts';
import { PERSON_HEADER } from '#worker/platform/texts/reader.ts';
import type { OneAtATime } from './machine-memory.ts';

type Frame = Uint8Array<ArrayBuffer>;

/** Requests that wait, each with its bytes. */
const MAX_WAITING = 2;
/** Between two looks whether the process is free. */
const POLL_MS = 15;
/** 60 s without a request: an idle process holds 100 MiB. */
const IDLE_MS = MINUTE_MS;
/** 20 s: the bytes come from the store beside it. */
const READ_MS = 20 * SECOND_MS;
/** How often the memory of the process is read while it computes. */
const LOOK_MS = 100;
/** 20 s: Node and megabytes of WebAssembly on a machine that has just started, with all else that starts on it. */
const START_MS = 20 * SECOND_MS;
/** The message of a process that can take requests. */
export const READY = 'ready';

export interface IsolatedOptions {
  /** The script of the process: it sends `READY`, takes frames as messages, and answers each with one. */
  readonly script: string;
  /** Longest computing for one request, ms. The start of the process does not count. */
  readonly limitMs: number;
  readonly startMs?: number | undefined;
  /** Resident memory of the process. */
  readonly limitBytes: number;
  readonly maxRequestBytes: number;
  /** Answers for requests that reach no end. */
  readonly answers: Readonly<Record<'failed' | 'late' | 'tooLarge' | 'busy', Frame>>;
  /** Where processes share little memory: the turn among them. */
  readonly oneAtATime?: OneAtATime | undefined;
  readonly idleMs?: number | undefined;
  readonly readMs?: number | undefined;
  /** Called with the pid of each process that starts. */
  readonly onStarted?: ((pid: number) => void) | undefined;
}

export interface IncomingFrame {
  readonly headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
}

export interface IsolatedProcess {
  answer(request: IncomingFrame): Promise<Frame>;
  stop(): void;
}

/** Resident memory of a process; 0 where the system does not say. */
function residentBytes(pid: number): number {
  try {
    const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib ?? 0) * 1024;
  } catch {
    return 0;
  }
}

export function makeIsolatedProcess(options: IsolatedOptions): IsolatedProcess {
  const { script, limitMs, limitBytes, maxRequestBytes, answers, onStarted } = options;
  const { idleMs = IDLE_MS, readMs = READ_MS, startMs = START_MS } = options;
  const turns = makeTurns({
    clock: systemClock,
    sleep: delay,
    atOnce: 1,
    waiting: MAX_WAITING,
    // A request ends by itself, or by its limit.
    turnMs: Number.POSITIVE_INFINITY,
    waitMs: (MAX_WAITING + 1) * limitMs + startMs,
    pollMs: POLL_MS,
  });
  let child: ChildProcess | undefined;
  const ready = new WeakSet<ChildProcess>();
  let idle: NodeJS.Timeout | undefined;
  let isStopped = false;

  function start(): ChildProcess {
    // Nothing of our environment, where secrets may be.
    const started = fork(script, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {},
    });
    // A test or a server that ends does not wait for it.
    started.unref();
    started.channel?.unref();
    started.once('message', () => ready.add(started));
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    if (started.pid !== undefined) onStarted?.(started.pid);
    return started;
  }

  function stop(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  /** @returns null when the process ended by itself, or was ended from outside */
  function attempt(bytes: Frame): Promise<Frame | null> {
    clearTimeout(idle);
    child ??= start();
    const worker = child;
    return new Promise((resolve) => {
      function end(frame: Frame | null): void {
        clearTimeout(limit);
        clearInterval(look);
        worker.removeListener('message', receive).removeListener('exit', lose);
        resolve(frame);
      }
      function endWorker(frame: Frame | null): void {
        if (child === worker) stop();
        end(frame);
      }
      const lose = (): void => endWorker(null);
      function receive(message: unknown): void {
        if (message === READY) {
          clearTimeout(limit);
          limit = setTimeout(endWorker, limitMs, answers.late);
          return;
        }
        end(message as Frame);
        idle = setTimeout(stop, idleMs).unref();
      }
      // A start that takes too long says nothing about the request.
      let limit = ready.has(worker)
        ? setTimeout(endWorker, limitMs, answers.late)
        : setTimeout(endWorker, startMs, answers.busy);
      const look = setInterval(() => residentBytes(worker.pid ?? 0) > limitBytes && endWorker(answers.failed), LOOK_MS);
      worker.once('exit', lose).on('message', receive);
      worker.send(bytes, (error) => error && lose());
    });
  }

  /** A request that ends two processes is at fault itself. */
  async function compute(bytes: Frame): Promise<Frame> {
    for (let tries = 0; tries < 2; tries += 1) {
      const frame = isStopped ? answers.busy : await attempt(bytes);
      if (frame) return frame;
    }
    return isStopped ? answers.busy : answers.failed;
  }

  const alone = options.oneAtATime?.(stop) ?? (<T>(work: () => Promise<T>) => work());

  async function answerTo(request: IncomingFrame): Promise<Frame> {
    if (Number(request.headers.get('content-length') ?? 0) > maxRequestBytes) return answers.tooLarge;
    // The place is for one request at a time: bytes that do not come give it back.
    const read = await Promise.race([request.arrayBuffer(), delay(readMs, null, { ref: false })]);
    if (!read) return answers.busy;
    const bytes = new Uint8Array(read);
    return bytes.length > maxRequestBytes ? answers.tooLarge : alone(() => compute(bytes));
  }

  return {
    async answer(request) {
      const person = request.headers.get(PERSON_HEADER) ?? '';
      return (await turns.take(person, () => answerTo(request))) ?? answers.busy;
    },
    stop() {
      isStopped = true;
      stop();
    },
  };
}
