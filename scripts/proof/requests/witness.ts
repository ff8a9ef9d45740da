/** A client that asks for a static file all the time: what the machine itself made a client wait, second by second. */
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from './connection.ts';

/** Answered by the proxy from memory: no operation can delay it but by taking the processor. */
const PATH = '/favicon.svg';
const PAUSE_MS = 50;
const FROM = '127.0.0.3';

export class Witness {
  /** Longest wait in each second of the run, ms. */
  private readonly slowestMs: number[] = [];
  private readonly startMs = performance.now();
  private askedMs: number | undefined;
  private isOver = false;
  private readonly connection: Connection;
  private readonly request: Buffer;

  constructor(port: number) {
    this.connection = new Connection(port, FROM);
    this.request = Buffer.from(`GET ${PATH} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
  }

  async work(): Promise<void> {
    while (!this.isOver) {
      this.askedMs = performance.now();
      const { tookMs } = await this.connection.send(this.request);
      this.note(this.askedMs, tookMs);
      this.askedMs = undefined;
      await delay(PAUSE_MS);
    }
    this.connection.close();
  }

  stop(): void {
    this.isOver = true;
  }

  /** The longest wait of the witness while a request ran, ms. */
  during(tookMs: number): number {
    const nowMs = performance.now();
    const [from, to] = [this.secondOf(nowMs - tookMs), this.secondOf(nowMs)];
    const open = this.askedMs === undefined ? 0 : nowMs - this.askedMs;
    return Math.max(open, ...this.slowestMs.slice(from, to + 1).map((ms) => ms ?? 0));
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
