/** Open WebSockets: how many there may be, of all clients and of each. A handshake takes its turn like any other request. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { BarredClients } from './barred-clients.ts';
import type { Refusals } from './refuse.ts';
import type { RequestGate } from './request-gate.ts';
import type { ServerLimits } from './server-limits.ts';
import { forwardUpgrade } from './upgrade.ts';

export interface WebSocketDeps {
  readonly limits: ServerLimits;
  readonly gate: RequestGate;
  readonly refusals: Refusals;
  /** Address of the runtime; undefined while it is not running. */
  readonly target: () => URL | undefined;
  /** Called for the connection of each that is forwarded. */
  readonly onOpen: (request: IncomingMessage) => void;
  readonly nowMs: () => number;
}

export interface OpenedSocket {
  readonly request: IncomingMessage;
  readonly client: Duplex;
  readonly head: Buffer;
  /** Of the client. */
  readonly key: string;
  readonly headers: readonly string[];
  readonly withheld: string | undefined;
  /** Gets status and fields of the answer; null when the client went away before it. */
  readonly onAnswer: (status: number | null, rawHeaders?: readonly string[]) => void;
}

export class WebSockets {
  private readonly deps: WebSocketDeps;
  /** With the keys of their clients: a server that closes waits for them but does not close them. */
  private readonly open = new Map<Duplex, string>();
  /** Clients that sent too much get no other socket for some time. */
  private readonly barred: BarredClients;

  constructor(deps: WebSocketDeps) {
    this.deps = deps;
    this.barred = new BarredClients(deps.nowMs);
  }

  /** Forwards a handshake now or soon, or refuses it. */
  accept(opened: OpenedSocket): void {
    const { client, key, onAnswer } = opened;
    const { gate, refusals } = this.deps;
    client.once('close', () => onAnswer(null));
    const refuse = (): void => {
      onAnswer(503);
      refusals.refuseSocket(client, 503);
    };
    const cancel = gate.enter(
      key,
      (leave) => {
        client.once('close', leave);
        if (client.destroyed) leave();
        else if (this.isFull(key)) refuse();
        else this.forward(opened, leave, refuse);
      },
      refuse,
    );
    client.once('close', cancel);
  }

  closeAll(): void {
    for (const client of this.open.keys()) client.destroy();
  }

  private isFull(key: string): boolean {
    const own = [...this.open.values()].filter((other) => other === key).length;
    const { webSockets, webSocketsPerAddress } = this.deps.limits;
    return this.open.size >= webSockets || own >= webSocketsPerAddress || this.barred.isBarred(key);
  }

  private forward(opened: OpenedSocket, leave: () => void, refuse: () => void): void {
    const { limits, onOpen, nowMs } = this.deps;
    const { request, client, head, key, headers, withheld, onAnswer } = opened;
    const target = this.deps.target();
    if (target === undefined) {
      refuse();
      return;
    }
    this.open.set(client, key);
    client.once('close', () => this.open.delete(client));
    onOpen(request);
    forwardUpgrade({
      target,
      headers,
      request,
      client,
      head,
      withheld,
      timeoutMs: limits.handshakeSeconds * 1_000,
      onAnswer(status, rawHeaders) {
        leave();
        onAnswer(status, rawHeaders);
      },
      onRefused: () => this.barred.bar(key),
      nowMs,
    });
  }
}
