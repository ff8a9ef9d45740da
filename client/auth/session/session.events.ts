/**
 * Session events between the tabs of one browser. They hold no secret and only cause another look at the session cookie.
 * One channel per bundle: the islands of a document get the events of its other script.
 */

export type SessionEvent = { readonly kind: 'signed-in'; readonly sub: string } | { readonly kind: 'signed-out' };

const CHANNEL = 'magpie-session';

let opened: BroadcastChannel | null = null;

function channel(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  opened ??= new BroadcastChannel(CHANNEL);
  return opened;
}

export function publishSession(event: SessionEvent): void {
  channel()?.postMessage(event);
}

function eventOf(data: unknown): SessionEvent | null {
  const { kind, sub } = (typeof data === 'object' && data !== null ? data : {}) as { kind?: unknown; sub?: unknown };
  if (kind === 'signed-out') return { kind };
  return kind === 'signed-in' && typeof sub === 'string' ? { kind, sub } : null;
}

export function subscribeSession(onEvent: (event: SessionEvent) => void): void {
  channel()?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const event = eventOf(data);
    if (event) onEvent(event);
  });
}
