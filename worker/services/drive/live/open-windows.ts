/**
 * Open windows of a drive: hibernating sockets that learn that something changed, never what. A window asks for what it shows;
 * a client without sockets polls the revision.
 */

import type { TaskProgress } from '#shared/drive/fetch/task-row.ts';
import { AppError } from '#shared/errors.ts';
import { admitMessage, CLOSE_POLICY } from '#shared/transport/small-pieces.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { Unread } from '../bell/unread.ts';
import type { DriveCore } from '../core/drive-core.ts';
import { LIVE_CALLER_HEADER } from '../keys.ts';

/** Sockets of one drive; the oldest is closed for a new one. */
const MAX_SOCKETS = 40;
/** Private codes (RFC 6455 7.4.2): the session has ended; another window needs the place. */
const CLOSE_ENDED = 4401;
const CLOSE_CROWDED = 4429;
/** 150 ms: the steps of a batch are announced together. */
const ANNOUNCE_MS = 150;

interface WindowState extends CallerData {
  readonly openedMs: number;
  /** Files that came in by links that collect, at the last message to this window; it survives an eviction of the drive. */
  readonly collected?: number;
  /** Times of the client's last messages, ms since `openedMs`. */
  readonly sent?: readonly number[];
}

export interface OpenWindows {
  revision(): number;
  /** Accepts the socket of a window; its caller is in a header that the service sets. */
  open(request: Request): Response;
  /** Counts a message of a window; one that sends too many is closed. Each message is an event of this object, and costs money. */
  onMessage(socket: WebSocket): void;
  /** Announces the revision soon. After a rollback windows look once more and find no change. */
  announceSoon(): void;
  /** Announces soon how many notifications are unread. */
  announceUnreadSoon(): void;
  /** Sends the progress of a task at once: it changes nothing that a listing shows, so the revision stays. */
  announceTask(task: TaskProgress): void;
  /** Closes windows whose session has ended. */
  closeEnded(): void;
}

function stateOf(socket: WebSocket): WindowState {
  return socket.deserializeAttachment() as WindowState;
}

function unreadMessage(unread: number): string {
  return JSON.stringify({ kind: 'drive#unread', unread });
}

function changedMessage(revision: number): string {
  return JSON.stringify({ kind: 'drive#changed', revision: String(revision) });
}

export function makeOpenWindows(core: DriveCore, ctx: DurableObjectState, unread: Unread): OpenWindows {
  const { object, sql } = core;
  let isAnnouncing = false;
  let isRinging = false;

  const revision = (): number => sql.exec<{ n: number }>('SELECT revision AS n FROM space').one().n;

  function closeEnded(): void {
    for (const socket of ctx.getWebSockets()) {
      try {
        core.guard(stateOf(socket));
      } catch {
        socket.close(CLOSE_ENDED, 'session ended');
      }
    }
  }

  function send(message: string): void {
    closeEnded();
    for (const socket of ctx.getWebSockets()) {
      if (socket.readyState === WebSocket.OPEN) socket.send(message);
    }
  }

  /** Files that have come in by links that collect, and the folder of the latest. */
  function collected(): { files: number; folderId: string } {
    const { n, folder } = sql
      .exec<{ n: number; folder: string | null }>(
        'SELECT coalesce(sum(accepted), 0) AS n, (SELECT folder_id FROM collect_links ORDER BY last_ms DESC LIMIT 1) AS folder FROM collect_links',
      )
      .one();
    return { files: n, folderId: folder ?? '' };
  }

  /** Sends how many came in since the last message to each window. A count that falls is of a deleted link. */
  function announceCollected(): void {
    const { files, folderId } = collected();
    for (const socket of ctx.getWebSockets()) {
      const state = stateOf(socket);
      if (socket.readyState !== WebSocket.OPEN || state.collected === files) continue;
      const more = files - (state.collected ?? files);
      if (more > 0) socket.send(JSON.stringify({ kind: 'drive#collected', files: more, folder_id: folderId }));
      socket.serializeAttachment({ ...state, collected: files } satisfies WindowState);
    }
  }

  function closeOldest(): void {
    const open = ctx.getWebSockets().toSorted((a, b) => stateOf(a).openedMs - stateOf(b).openedMs);
    for (const socket of open.slice(0, Math.max(0, open.length + 1 - MAX_SOCKETS))) socket.close(CLOSE_CROWDED);
  }

  return {
    revision,
    closeEnded,
    open(request) {
      const caller = JSON.parse(request.headers.get(LIVE_CALLER_HEADER) ?? 'null') as CallerData | null;
      const admitted = object.command(() => {
        if (!caller) throw new AppError('unauthenticated');
        core.guard(caller);
        return revision();
      });
      if (!admitted.ok || !caller) return new Response(null, { status: 401 });
      const { 0: client, 1: server } = new WebSocketPair();
      closeOldest();
      ctx.acceptWebSocket(server);
      ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'));
      const state = { ...caller, openedMs: object.nowMs(), collected: collected().files };
      server.serializeAttachment(state satisfies WindowState);
      server.send(changedMessage(admitted.value));
      // The page may be older than this connection.
      server.send(unreadMessage(unread.count()));
      return new Response(null, { status: 101, webSocket: client });
    },
    onMessage(socket) {
      if (socket.readyState !== WebSocket.OPEN) return;
      const state = stateOf(socket);
      const sent = [...(state.sent ?? [])];
      if (admitMessage(sent, object.nowMs() - state.openedMs))
        socket.serializeAttachment({ ...state, sent } satisfies WindowState);
      else socket.close(CLOSE_POLICY, 'too many messages');
    },
    announceSoon() {
      if (isAnnouncing || ctx.getWebSockets().length === 0) return;
      isAnnouncing = true;
      setTimeout(() => {
        isAnnouncing = false;
        send(changedMessage(revision()));
        announceCollected();
      }, ANNOUNCE_MS);
    },
    announceUnreadSoon() {
      if (isRinging || ctx.getWebSockets().length === 0) return;
      isRinging = true;
      setTimeout(() => {
        isRinging = false;
        send(unreadMessage(unread.count()));
      }, ANNOUNCE_MS);
    },
    announceTask(task) {
      if (ctx.getWebSockets().length > 0) send(JSON.stringify({ kind: 'drive#taskProgress', ...task }));
    },
  };
}
