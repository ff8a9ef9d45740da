/**
 * The event "jump to vip": a link to a page that sells was pressed. Sent to the native app around the page, which may open a shop of
 * its own. @source spec section 4 ("Internal events"); wire: docs/hand-offs.md
 */
import { nativeKindOf, nativeTransport, type ShellWindow } from '#client/bridge/native.ts';

export interface JumpWindow extends ShellWindow {
  readonly navigator: { readonly userAgent: string };
  readonly location: { readonly pathname: string };
}

/** @param to  path of the page that sells */
export function jumpToVip(to: string, view: JumpWindow): void {
  const params = { from: view.location.pathname, to };
  const kind = nativeKindOf(view.navigator.userAgent);
  const transport = kind === null ? null : nativeTransport(kind, view);
  // An event has no id, so that no shell answers it. A shell that refuses it changes nothing: the link is followed.
  const sent = transport?.send(JSON.stringify({ method: 'event.jump_to_vip', params }));
  if (sent instanceof Promise) sent.catch(() => undefined);
}
