/**
 * Live updates: learns that the drive changed in another window, on another device or by a program. Uses a WebSocket while one is
 * open, else polls; pauses while the window is hidden. Learns that something changed, not which file.
 */

/** The used part of WebSocket. */
export interface LiveSocket {
  send(text: string): void;
  close(): void;
  /** Called once for each socket. */
  on(hear: { message(text: string): void; close(code: number): void }): void;
}

export interface LiveDeps {
  /** Rejects when the socket does not open; null when the session has ended. */
  open(): Promise<LiveSocket | null>;
  /** The current revision, by a plain call. */
  ask(): Promise<string>;
  /** Called after a change. Resolves when the list was refreshed; never rejects. */
  onChange(): Promise<void>;
  /** Other messages of the server. */
  onMessage?(message: Readonly<Record<string, unknown>>): void | Promise<void>;
  /** A socket opened, or the one there was closed. */
  onConnection?(isOpen: boolean): void;
  isVisible(): boolean;
  /** Called when the window becomes visible or the network returns. */
  onWake(listener: () => void): void;
  after(ms: number, run: () => void): () => void;
  /** 0 to 1: spreads the reconnects of many windows. */
  random(): number;
}

/** A message this often keeps proxies from closing the socket, ms. */
const PING_MS = 45_000;
const POLL_MS = 30_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** The session has ended: nothing is sent until the user signs in again. */
const CLOSE_ENDED = 4401;

export interface Live {
  start(): void;
  /** The user signed in again on this page. */
  rejoin(): void;
}

export function makeLive(deps: LiveDeps): Live {
  const { open, ask, onChange, isVisible, onWake, after, random } = deps;
  let known = '';
  let socket: LiveSocket | null = null;
  let isOpening = false;
  let isOver = false;
  let isStale = false;
  let isTelling = false;
  let failures = 0;
  let cancelWait: () => void = () => undefined;

  /** One refresh at a time: a new one for each event would replace every answer before it is shown. */
  async function tell(): Promise<void> {
    isStale = true;
    if (isTelling) return;
    isTelling = true;
    while (isStale) {
      isStale = false;
      await onChange();
    }
    isTelling = false;
  }

  function learn(revision: string): void {
    if (known !== '' && revision !== known) void tell();
    known = revision;
  }

  function read(text: string): void {
    try {
      const message = JSON.parse(text) as Record<string, unknown>;
      const { kind, revision } = message;
      if (kind === 'drive#changed' && typeof revision === 'string') learn(revision);
      else void deps.onMessage?.(message);
    } catch {
      // The answer to a ping, or an event of a newer server.
    }
  }

  function ping(mine: LiveSocket): void {
    after(PING_MS, () => {
      if (socket !== mine) return;
      mine.send('ping');
      ping(mine);
    });
  }

  function later(): void {
    failures += 1;
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
    cancelWait = after(waitMs * (0.5 + random() / 2), () => void connect());
  }

  async function connect(): Promise<void> {
    cancelWait();
    if (isOver || isOpening || socket || !isVisible()) return;
    isOpening = true;
    try {
      const mine = await open();
      isOver = mine === null;
      if (!mine) return;
      socket = mine;
      failures = 0;
      deps.onConnection?.(true);
      mine.on({
        message: read,
        close: (code) => {
          socket = null;
          deps.onConnection?.(false);
          isOver = code === CLOSE_ENDED;
          if (!isOver) later();
        },
      });
      ping(mine);
    } catch {
      later();
    } finally {
      isOpening = false;
    }
  }

  /** Polls while no socket is open. */
  function poll(): void {
    after(POLL_MS, () => {
      if (isOver) return;
      // The next poll asks the same.
      if (!socket && isVisible()) void ask().then(learn, () => undefined);
      poll();
    });
  }

  return {
    start() {
      onWake(() => {
        failures = 0;
        void connect();
      });
      void connect();
      poll();
    },
    rejoin() {
      isOver = false;
      failures = 0;
      void connect();
    },
  };
}

/** @param address  of the call, with `http` or `https` */
export function openSocket(address: string, token: string): Promise<LiveSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address.replace(/^http/, 'ws'), ['magpie.v1', `bearer.${token}`]);
    const early: string[] = [];
    const keep = ({ data }: MessageEvent) => early.push(String(data));
    socket.addEventListener('message', keep);
    socket.addEventListener('error', () => reject(new Error('no socket')), { once: true });
    socket.addEventListener(
      'open',
      () =>
        resolve({
          send: (text) => socket.send(text),
          close: () => socket.close(1_000),
          on: ({ message, close }) => {
            socket.removeEventListener('message', keep);
            for (const text of early) message(text);
            socket.addEventListener('message', ({ data }) => message(String(data)));
            socket.addEventListener('close', ({ code }) => close(code), { once: true });
          },
        }),
      { once: true },
    );
  });
}
