/**
 * Session events between the tabs of one browser. They hold no secret and only cause another look at the session cookie.
 * The scripts of one document are several bundles: an event names the document that it comes from.
 */

export type SessionEvent = { readonly kind: 'signed-in'; readonly sub: string } | { readonly kind: 'signed-out' };

const CHANNEL = 'magpie-session';
/** Shared by all bundles of a document. */
const DOCUMENT_ID = Symbol.for('magpie.document');

/** A channel does not get what it posts itself, so that sending and receiving have one each. */
let outgoing: BroadcastChannel | null = null;
let incoming: BroadcastChannel | null = null;

function hasChannels(): boolean {
  return typeof BroadcastChannel !== 'undefined';
}

function documentId(): string {
  const shared = globalThis as { [DOCUMENT_ID]?: string };
  shared[DOCUMENT_ID] ??= `${Date.now()} ${Math.random()}`;
  return shared[DOCUMENT_ID];
}

export function publishSession(event: SessionEvent): void {
  if (!hasChannels()) return;
  outgoing ??= new BroadcastChannel(CHANNEL);
  outgoing.postMessage({ ...event, from: documentId() });
}

function eventOf(data: unknown): SessionEvent | null {
  const { kind, sub } = (typeof data === 'object' && data !== null ? data : {}) as { kind?: unknown; sub?: unknown };
  if (kind === 'signed-out') return { kind };
  return kind === 'signed-in' && typeof sub === 'string' ? { kind, sub } : null;
}

/** @param from  `others`: events of other documents alone; `all`: also those of this document */
export function subscribeSession(onEvent: (event: SessionEvent) => void, from: 'others' | 'all'): void {
  if (!hasChannels()) return;
  incoming ??= new BroadcastChannel(CHANNEL);
  incoming.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const event = eventOf(data);
    const isOwn = (data as { from?: unknown } | null)?.from === documentId();
    if (event && (from === 'all' || !isOwn)) onEvent(event);
  });
}
