/**
 * A page of the product inside a frame: a link with an action posts a message to the parent instead. The server has checked the
 * parent's origin; the message goes to that origin only and holds the name of the action. The page accepts no messages.
 * Source: spec section 2.6, trust.md hazard 3.
 */
import { FRAME_ATTRIBUTE, type FrameMessage } from '#shared/bridge/frame.ts';
import { type ActionName, parentActionOf } from '#shared/navigation/actions.ts';
import { parsedUrl } from '#shared/parsed-url.ts';
import { ROUTES } from '#shared/routes.ts';

/** Effect of a press on a link in a frame. */
export type FramePress =
  | { readonly kind: 'post'; readonly action: ActionName }
  /** Opens a window: the link has that target, or the page is never framed. */
  | { readonly kind: 'window'; readonly address: string }
  /** Follows the link; the address carries the parent's origin on. */
  | { readonly kind: 'stay'; readonly address: string }
  /** An address of another site: not handled. */
  | { readonly kind: 'leave' };

/** Pages that may be framed, as on the server (worker/pages/render/framing.ts). */
const FRAMED = /^\/(drive\/(all|trash|recent|starred|search)|s)(\/|$)/;

/**
 * @param href  attribute of the link
 * @param base  address of the page; an href that does not parse against it is not handled
 * @param parent  origin of the parent
 */
export function pressInFrame(href: string, target: string, base: string, parent: string): FramePress {
  const url = parsedUrl(href, base);
  if (url?.origin !== new URL(base).origin) return { kind: 'leave' };
  const isFeedback = url.pathname.includes(ROUTES['drive.feedback']);
  const isDrive = url.pathname.startsWith('/drive/');
  const action = isFeedback ? 'open_feedback' : isDrive ? parentActionOf(url.searchParams.get('action') ?? '') : null;
  if (action !== null) return target === '_blank' ? { kind: 'window', address: url.href } : { kind: 'post', action };
  if (target === '_blank') return { kind: 'leave' };
  if (!FRAMED.test(url.pathname)) return { kind: 'window', address: url.href };
  url.searchParams.set('origin', parent);
  return { kind: 'stay', address: url.href };
}

export interface FramePorts {
  readonly page: Document;
  readonly place: Pick<Location, 'href'>;
  /** The window that holds this one. */
  readonly parent: Pick<Window, 'postMessage'>;
  readonly open: (address: string) => void;
}

function watchFrame({ page, place, parent, open }: FramePorts): void {
  const origin = page.documentElement.getAttribute(FRAME_ATTRIBUTE);
  // Not on the list of allowed parents: no message is sent.
  if (!origin) return;
  page.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (!link || event.button !== 0 || link.hasAttribute('download')) return;
      const href = link.getAttribute('href') ?? '';
      // Anchors of this page work as usual.
      if (href.startsWith('#')) return;
      const press = pressInFrame(href, link.target, place.href, origin);
      if (press.kind === 'leave') return;
      if (press.kind === 'stay') {
        link.href = press.address;
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      if (press.kind === 'window') {
        open(press.address);
        return;
      }
      const message: FrameMessage = { source: 'magpie', type: 'action', action: press.action };
      parent.postMessage(message, origin);
    },
    { capture: true },
  );
  // Forms to pages that are never framed, such as signing out, open a window.
  for (const form of page.forms) if (!FRAMED.test(new URL(form.action, place.href).pathname)) form.target = '_blank';
}

/** @param view  a window whose document the server marked; without a parent nothing happens */
export function watchWindow(view: Window): void {
  if (view === view.parent) return;
  watchFrame({
    page: view.document,
    place: view.location,
    parent: view.parent,
    open: (address) => void view.open(address, '_blank', 'noopener'),
  });
}
