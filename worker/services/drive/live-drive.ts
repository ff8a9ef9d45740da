/**
 * Open windows of one person's drive: sockets that sleep while nothing happens. They are told that something changed, never
 * what: a window asks for what it shows. Whoever cannot hold a socket asks for the revision.
 */
import { AppError, type Result } from '#shared/errors.ts';
import type { CallerData } from './drive-base.ts';
import { LIVE_CALLER_HEADER } from './keys.ts';
import { LeavingDrive } from './leaving-drive.ts';

/** Sockets of one drive; the oldest is closed for a new one. */
const MAX_SOCKETS = 40;
/** Private codes of RFC 6455 7.4.2: the token is over; make room for another window. */
const CLOSE_ENDED = 4401;
const CLOSE_CROWDED = 4429;

interface Attached extends CallerData {
  readonly openedMs: number;
}

function attachedTo(socket: WebSocket): Attached {
  return socket.deserializeAttachment() as Attached;
}

export abstract class LiveDrive extends LeavingDrive {
  /** Rises with everything the owner can see change. */
  revision(caller: CallerData): Result<number> {
    return this.command(() => {
      this.guard(caller);
      return this.#revision();
    });
  }

  /** The handshake of one window, from the room's own operation; the caller stands in a header. */
  override async fetch(request: Request): Promise<Response> {
    const caller = JSON.parse(request.headers.get(LIVE_CALLER_HEADER) ?? 'null') as CallerData | null;
    const admitted = this.command(() => {
      if (!caller) throw new AppError('unauthenticated');
      this.guard(caller);
      return this.#revision();
    });
    if (!admitted.ok || !caller) return new Response(null, { status: 401 });
    const { 0: client, 1: server } = new WebSocketPair();
    this.#makeRoom();
    this.ctx.acceptWebSocket(server);
    this.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'));
    server.serializeAttachment({ ...caller, openedMs: this.clock.nowMs() } satisfies Attached);
    server.send(this.#news(admitted.value));
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Windows say nothing but `ping`, which the runtime answers without waking this object. */
  override webSocketMessage(): void {
    // Nothing is asked this way.
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 stand for "no code" and may not be sent.
    socket.close(code === 1_005 || code === 1_006 ? 1_000 : code);
  }

  protected override announce(): void {
    this.closeEnded();
    const news = this.#news(this.#revision());
    for (const socket of this.ctx.getWebSockets()) {
      if (socket.readyState === WebSocket.OPEN) socket.send(news);
    }
  }

  protected override closeEnded(): void {
    for (const socket of this.ctx.getWebSockets()) {
      try {
        this.guard(attachedTo(socket));
      } catch {
        socket.close(CLOSE_ENDED, 'session ended');
      }
    }
  }

  #makeRoom(): void {
    const open = this.ctx.getWebSockets().toSorted((a, b) => attachedTo(a).openedMs - attachedTo(b).openedMs);
    for (const socket of open.slice(0, Math.max(0, open.length + 1 - MAX_SOCKETS))) socket.close(CLOSE_CROWDED);
  }

  #revision(): number {
    return this.sql.exec<{ n: number }>('SELECT n FROM revision').one().n;
  }

  #news(revision: number): string {
    return JSON.stringify({ kind: 'drive#changed', revision: String(revision) });
  }
}
