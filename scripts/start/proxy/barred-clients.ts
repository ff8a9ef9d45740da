/** Clients that were refused for many small pieces or requests, for a short time: a new connection would bring as many again. */
import { MESSAGE_WINDOW_MS } from '#shared/transport/small-pieces.ts';

/** Each was refused in the last ten seconds, so few addresses stand for many clients. */
const MOST_CLIENTS = 10_000;

export class BarredClients {
  private readonly nowMs: () => number;
  /** The end of each, in their order. */
  private readonly untilMs = new Map<string, number>();

  /** @param nowMs  monotonic */
  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  /** Number of clients that it remembers. */
  get size(): number {
    return this.untilMs.size;
  }

  isBarred(key: string): boolean {
    return (this.untilMs.get(key) ?? Number.NEGATIVE_INFINITY) > this.nowMs();
  }

  /** For ten seconds from now on. */
  bar(key: string): void {
    const now = this.nowMs();
    this.untilMs.delete(key);
    this.untilMs.set(key, now + MESSAGE_WINDOW_MS);
    for (const [other, untilMs] of this.untilMs) {
      if (untilMs > now && this.untilMs.size <= MOST_CLIENTS) return;
      this.untilMs.delete(other);
    }
  }
}
