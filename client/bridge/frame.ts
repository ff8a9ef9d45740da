/**
 * A page of ours inside a frame: links that ask for an action tell the parent instead. The parent's origin was judged by the
 * server; the message goes to that origin alone and holds the action's name. Nothing is listened to.
 * Source: spec section 2.6, trust.md hazard 3.
 */
import { FRAME_ATTRIBUTE, type FrameMessage } from '#shared/bridge/frame.ts';
import { type ActionName, parentActionOf } from '#shared/navigation/actions.ts';
import { parsedUrl } from '#shared/parsed-url.ts';
import { ROUTES } from '#shared/routes.ts';

/** What a press on a link in a frame does. */
export type FramePress =
  | { readonly kind: 'tell'; readonly action: ActionName }
  /** In a window of its own: asked for by the link, or a page that never stands in a frame. */
  | { readonly kind: 'window'; readonly address: string }
  /** As any link, and the next page knows its parent too. */
  | { readonly kind: 'stay'; readonly address: string }
  /** No address of ours: not handled. */
  | { readonly kind: 'leave' };

/** Pages that may stand in a frame; the server says the same of each (worker/pages/render/framing.ts). */
const FRAMED = /^\/(drive\/(all|trash|recent|starred|search)|s)(\/|$)/;

/**
 * @param href  as the link has it
 * @param base  where the product is: what does not parse against it is not handled
 * @param parent  origin that is told
 */
export function pressInFrame(href: string, target: string, base: string, parent: string): FramePress {
  const url = parsedUrl(href, base);
  if (url?.origin !== new URL(base).origin) return { kind: 'leave' };
  const isFeedback = url.pathname.includes(ROUTES['drive.feedback']);
  const isDrive = url.pathname.startsWith('/drive/');
  const action = isFeedback ? 'open_feedback' : isDrive ? parentActionOf(url.searchParams.get('action') ?? '') : null;
  if (action !== null) return target === '_blank' ? { kind: 'window', address: url.href } : { kind: 'tell', action };
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
  // Not on the list: the browser should not show us at all, and nobody is told anything.
  if (!origin) return;
  page.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (!link || event.button !== 0 || link.hasAttribute('download')) return;
      const href = link.getAttribute('href') ?? '';
      // Anchors of this page stay what they are.
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
  // Forms that lead to pages outside of any frame, such as signing out, do so in a window of their own.
  for (const form of page.forms) if (!FRAMED.test(new URL(form.action, place.href).pathname)) form.target = '_blank';
}

/** @param view  a window whose document the server marked; not in a frame: nothing happens */
export function watchWindow(view: Window): void {
  if (view === view.parent) return;
  watchFrame({
    page: view.document,
    place: view.location,
    parent: view.parent,
    open: (address) => void view.open(address, '_blank', 'noopener'),
  });
}
