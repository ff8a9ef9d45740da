/**
 * What tabs of one browser tell each other about who is signed in. Nothing secret: the session cookie decides, this only says
 * look again. One channel a bundle: a document's own news comes back to its islands and not to the script that told it.
 */

export type SessionNews = { readonly kind: 'signed-in'; readonly sub: string } | { readonly kind: 'signed-out' };

const CHANNEL = 'magpie-session';

let opened: BroadcastChannel | null = null;

function channel(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  opened ??= new BroadcastChannel(CHANNEL);
  return opened;
}

export function tellSession(news: SessionNews): void {
  channel()?.postMessage(news);
}

function newsOf(data: unknown): SessionNews | null {
  const { kind, sub } = (typeof data === 'object' && data !== null ? data : {}) as { kind?: unknown; sub?: unknown };
  if (kind === 'signed-out') return { kind };
  return kind === 'signed-in' && typeof sub === 'string' ? { kind, sub } : null;
}

export function hearSession(onNews: (news: SessionNews) => void): void {
  channel()?.addEventListener('message', (event: MessageEvent<unknown>) => {
    const news = newsOf(event.data);
    if (news) onNews(news);
  });
}
