/**
 * The script bridge to the native app around the page: its kind by the user agent, and the object that each shell puts into the
 * page. Only the shell can reach these objects; other pages and frames cannot. Wire: docs/hand-offs.md.
 */
import type { Transport } from './channel.ts';

export type NativeKind = 'Android' | 'iOS' | 'Desktop';

/** `Magpie/2.1.0 (Android)` anywhere in the user agent. */
const AGENT = /(?:^|[ ;(])Magpie\/\d+(?:\.\d+){0,3} \((Android|iOS|Desktop)\)/;

export function nativeKindOf(userAgent: string): NativeKind | null {
  const kind = AGENT.exec(userAgent)?.[1];
  return kind === 'Android' || kind === 'iOS' || kind === 'Desktop' ? kind : null;
}

/** An object that takes messages and answers by events. */
interface Port {
  postMessage(message: unknown): unknown;
  addEventListener?(name: 'message', listen: (event: { data?: unknown }) => void): void;
  removeEventListener?(name: 'message', listen: (event: { data?: unknown }) => void): void;
}

/** Objects that shells put into a page. */
export interface ShellWindow {
  /** Android: WebViewCompat.addWebMessageListener under this name, for our origin alone. */
  readonly magpieNative?: Port;
  /** iOS: a WKScriptMessageHandlerWithReply under the name `magpie`. */
  readonly webkit?: { readonly messageHandlers?: { readonly magpie?: Port } };
  /** Desktop: WebView2, or a shell that offers the same two functions. `runtime` is there where an extension may write to the page. */
  readonly chrome?: { readonly webview?: Port; readonly runtime?: unknown };
}

function portOf(kind: NativeKind, view: ShellWindow): Port | undefined {
  if (kind === 'Android') return view.magpieNative;
  if (kind === 'iOS') return view.webkit?.messageHandlers?.magpie;
  return view.chrome?.webview;
}

/** Transport to the shell; null when the object of its user agent is missing. */
export function nativeTransport(kind: NativeKind, view: ShellWindow): Transport | null {
  const port = portOf(kind, view);
  if (typeof port?.postMessage !== 'function') return null;
  return {
    // Called on its object: a detached postMessage is refused by the shells.
    send: (text) => port.postMessage(text),
    listen(onAnswer) {
      const onMessage = (event: { data?: unknown }): void => onAnswer(event.data);
      port.addEventListener?.('message', onMessage);
      return () => port.removeEventListener?.('message', onMessage);
    },
  };
}
