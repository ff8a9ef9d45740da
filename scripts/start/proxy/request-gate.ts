/**
 * Limits the requests that the runtime serves at once, of all clients and of each. Further requests wait in a short queue, in
 * their order; a client at its own limit does not delay other clients.
 */

export interface GateLimits {
  readonly requests: number;
  readonly requestsPerAddress: number;
  readonly queuedRequests: number;
  readonly queueSeconds: number;
}

interface Waiting {
  readonly key: string;
  readonly start: (leave: () => void) => void;
  readonly timer: NodeJS.Timeout;
}

/** One client may fill this share of the queue. */
const QUEUE_SHARE = 4;

function add(counts: Map<string, number>, key: string, change: number): void {
  const value = (counts.get(key) ?? 0) + change;
  if (value > 0) counts.set(key, value);
  else counts.delete(key);
}

export class RequestGate {
  private readonly limits: GateLimits;
  private readonly running = new Map<string, number>();
  private readonly queuedBy = new Map<string, number>();
  private readonly queue = new Set<Waiting>();
  private total = 0;

  constructor(limits: GateLimits) {
    this.limits = limits;
  }

  /**
   * Starts a request now or soon.
   * @param key  of the client
   * @param start  called once when the limits allow it; it calls `leave` when the request is done
   * @param refuse  called instead when they do not in time
   * @returns removes the request from the queue; does nothing once it has started
   */
  enter(key: string, start: (leave: () => void) => void, refuse: () => void): () => void {
    const own = this.queuedBy.get(key) ?? 0;
    // Queued requests of other clients wait for the limits of those clients.
    if (own === 0 && this.isBelowLimits(key)) {
      this.run(key, start);
      return () => undefined;
    }
    if (this.queue.size >= this.limits.queuedRequests || own >= Math.ceil(this.limits.queuedRequests / QUEUE_SHARE)) {
      refuse();
      return () => undefined;
    }
    const entry: Waiting = {
      key,
      start,
      timer: setTimeout(() => {
        this.drop(entry);
        refuse();
      }, this.limits.queueSeconds * 1_000),
    };
    this.queue.add(entry);
    add(this.queuedBy, key, 1);
    return () => this.drop(entry);
  }

  private isBelowLimits(key: string): boolean {
    return this.total < this.limits.requests && (this.running.get(key) ?? 0) < this.limits.requestsPerAddress;
  }

  private run(key: string, start: (leave: () => void) => void): void {
    this.total += 1;
    add(this.running, key, 1);
    let left = false;
    const leave = (): void => {
      if (left) return;
      left = true;
      this.total -= 1;
      add(this.running, key, -1);
      this.next();
    };
    try {
      start(leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  private drop(entry: Waiting): void {
    clearTimeout(entry.timer);
    if (this.queue.delete(entry)) add(this.queuedBy, entry.key, -1);
  }

  private next(): void {
    for (const entry of this.queue) {
      if (this.total >= this.limits.requests) return;
      if (!this.isBelowLimits(entry.key)) continue;
      this.drop(entry);
      this.run(entry.key, entry.start);
    }
  }
}
