/**
 * The codec of one machine: the `CODEC` binding. A process of its own decodes, because the runtime has one thread and a picture
 * would delay every other request. It starts with the first picture, ends when none comes, and is ended when one takes too long.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { V4WorkerOptions } from 'miniflare';
import { MIB, MINUTE_MS, SECOND_MS } from '#shared/units.ts';
import { MAX_DECODE_MS, PROCESS_DECODER_BYTES } from '#worker/codec/limits.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { type CodecAnswer, MAX_PICTURE_BYTES, writeAnswer } from '#worker/platform/pictures/codec.ts';
import { makeTurns } from '#worker/platform/pictures/turns.ts';

type ServiceBinding = NonNullable<V4WorkerOptions['serviceBindings']>[string];
type Frame = Uint8Array<ArrayBuffer>;

const PROCESS = path.join(import.meta.dirname, 'picture-codec-process.ts');
/** Pictures that wait, each with its bytes. */
const MAX_WAITING = 2;
/** Between two looks whether the process is free: a tenth of a decode. */
const POLL_MS = 15;
/** 60 s without a picture: an idle process holds 100 MiB. */
const IDLE_MS = MINUTE_MS;
/** 20 s: the bytes come from the store beside it. */
const READ_MS = 20 * SECOND_MS;
/** How often the memory of the process is read while it decodes. */
const LOOK_MS = 100;
/** Node, the compiled code and the input beside the decoder's own memory. */
const PROCESS_BYTES = PROCESS_DECODER_BYTES + 320 * MIB;

const BROKEN: CodecAnswer = { ok: false, reason: 'broken' };
const TOO_LARGE: CodecAnswer = { ok: false, reason: 'too_large' };
const BUSY: CodecAnswer = { ok: false, reason: 'busy' };

/** Resident memory of a process; 0 where the system does not say. */
function residentBytes(pid: number): number {
  try {
    const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib ?? 0) * 1024;
  } catch {
    return 0;
  }
}

export interface CodecOptions {
  /** Longest decode, ms; tests shorten it. */
  readonly decodeMs?: number;
  readonly idleMs?: number;
  readonly readMs?: number;
  /** Called with the pid of each process that starts. */
  readonly onStarted?: (pid: number) => void;
}

/** @returns the service, and what ends its process */
export function makePictureCodecService(options: CodecOptions = {}): { answer: ServiceBinding; stop: () => void } {
  const { decodeMs = MAX_DECODE_MS, idleMs = IDLE_MS, readMs = READ_MS, onStarted } = options;
  const turns = makeTurns({
    clock: systemClock,
    sleep: delay,
    atOnce: 1,
    waiting: MAX_WAITING,
    // A decode ends by itself, or by its limit.
    turnMs: Number.POSITIVE_INFINITY,
    waitMs: (MAX_WAITING + 1) * decodeMs,
    pollMs: POLL_MS,
  });
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isStopped = false;

  function start(): ChildProcess {
    // Nothing of our environment, where secrets may be.
    const started = fork(PROCESS, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {},
    });
    // A test or a server that ends does not wait for it.
    started.unref();
    started.channel?.unref();
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
        worker.removeAllListeners('message').removeListener('exit', lose);
        resolve(frame);
      }
      function fail(): void {
        if (child === worker) stop();
        end(writeAnswer(BROKEN));
      }
      function lose(): void {
        if (child === worker) stop();
        end(null);
      }
      const limit = setTimeout(fail, decodeMs);
      const look = setInterval(() => residentBytes(worker.pid ?? 0) > PROCESS_BYTES && fail(), LOOK_MS);
      worker.once('exit', lose);
      worker.once('message', (frame) => {
        end(frame as Frame);
        idle = setTimeout(stop, idleMs).unref();
      });
      worker.send(bytes, (error) => error && lose());
    });
  }

  /** A picture that ends two processes is at fault itself. */
  async function decode(bytes: Frame): Promise<Frame> {
    for (let tries = 0; tries < 2; tries += 1) {
      const frame = isStopped ? writeAnswer(BUSY) : await attempt(bytes);
      if (frame) return frame;
    }
    return writeAnswer(isStopped ? BUSY : BROKEN);
  }

  async function answerTo(request: {
    headers: { get(name: string): string | null };
    arrayBuffer(): Promise<ArrayBuffer>;
  }) {
    if (Number(request.headers.get('content-length') ?? 0) > MAX_PICTURE_BYTES) return writeAnswer(TOO_LARGE);
    // The place is for one picture at a time: bytes that do not come give it back.
    const read = await Promise.race([request.arrayBuffer(), delay(readMs, null, { ref: false })]);
    if (!read) return writeAnswer(BUSY);
    const bytes = new Uint8Array(read);
    return bytes.length > MAX_PICTURE_BYTES ? writeAnswer(TOO_LARGE) : decode(bytes);
  }

  return {
    answer: async (request) =>
      new Response((await turns.take('', () => answerTo(request))) ?? writeAnswer(BUSY)) as never,
    stop: () => {
      isStopped = true;
      stop();
    },
  };
}
