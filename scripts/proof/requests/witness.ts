/**
 * A client that asks for a static file all the time, and a look at how long the runtime waited for a processor: what the machine
 * itself made a client wait, second by second.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from './connection.ts';

/** Answered by the proxy from memory: no operation can delay it but by taking the processor. */
const PATH = '/favicon.svg';
const PAUSE_MS = 50;
const FROM = '127.0.0.3';

/** Time in which the main thread of a process was ready to run and had no processor, ms; 0 elsewhere than on Linux. */
function processorDelayMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

export class Witness {
  /** Longest wait of this client in each second of the run, ms. */
  private readonly slowestMs: number[] = [];
  private readonly delaysMs: number[] = [];
  private readonly startMs = performance.now();
  private askedMs: number | undefined;
  private isOver = false;
  private readonly connection: Connection;
  private readonly request: Buffer;

  private readonly runtimePid: number;
  private seenDelayMs: number;

  constructor(port: number, runtimePid: number) {
    this.runtimePid = runtimePid;
    this.seenDelayMs = processorDelayMs(runtimePid);
    this.connection = new Connection(port, FROM);
    this.request = Buffer.from(`GET ${PATH} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
  }

  async work(): Promise<void> {
    while (!this.isOver) {
      this.askedMs = performance.now();
      const { tookMs } = await this.connection.send(this.request);
      this.note(this.askedMs, tookMs);
      this.noteDelay();
      this.askedMs = undefined;
      await delay(PAUSE_MS);
    }
    this.connection.close();
  }

  stop(): void {
    this.isOver = true;
  }

  /** How long the machine made a request wait that has just ended, ms: the witness at most, or the runtime in all. */
  during(tookMs: number): number {
    const nowMs = performance.now();
    const [from, to] = [this.secondOf(nowMs - tookMs), this.secondOf(nowMs)];
    const open = this.askedMs === undefined ? 0 : nowMs - this.askedMs;
    this.noteDelay();
    const delayMs = this.delaysMs.slice(from, to + 1).reduce((sum, ms) => sum + (ms ?? 0), 0);
    return Math.max(open, delayMs, ...this.slowestMs.slice(from, to + 1).map((ms) => ms ?? 0));
  }

  /** Adds to this second how long the runtime was ready and had no processor since the last look. */
  private noteDelay(): void {
    const totalMs = processorDelayMs(this.runtimePid);
    const second = this.secondOf(performance.now());
    this.delaysMs[second] = (this.delaysMs[second] ?? 0) + totalMs - this.seenDelayMs;
    this.seenDelayMs = totalMs;
  }

  private secondOf(ms: number): number {
    return Math.max(0, Math.floor((ms - this.startMs) / 1_000));
  }

  /** A wait counts for each second that it touched. */
  private note(fromMs: number, tookMs: number): void {
    for (let second = this.secondOf(fromMs); second <= this.secondOf(fromMs + tookMs); second++)
      this.slowestMs[second] = Math.max(this.slowestMs[second] ?? 0, tookMs);
  }
}
