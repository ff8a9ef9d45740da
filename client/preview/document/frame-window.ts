/** The sandboxed frame on the content origin, seen from the page. It gets bytes and can reach nothing. */
import { ROUTES } from '#shared/routes.ts';
import { make } from '../element.ts';
import { type BesideMessage, type FrameMessage, frameMessageOf, type ShowMessage } from './messages.ts';

export interface FrameWindow {
  readonly element: HTMLIFrameElement;
  /** Gives the frame what it asked for. */
  give(message: BesideMessage): void;
  end(): void;
}

/**
 * @param contentOrigin  origin of the content's address
 * @param onMessage  checked: it came from this frame's window and its opaque origin
 */
export function openFrame(
  contentOrigin: string,
  title: string,
  message: ShowMessage,
  onMessage: (message: FrameMessage) => void,
): FrameWindow {
  const element = make('iframe', {
    class: 'viewer-frame',
    sandbox: 'allow-scripts',
    src: `${contentOrigin}${ROUTES['preview.frame']}`,
    title,
    referrerpolicy: 'no-referrer',
  });
  let isSent = false;
  const listen = (event: MessageEvent) => {
    if (event.source === null || event.source !== element.contentWindow || event.origin !== 'null') return;
    const checked = frameMessageOf(event.data);
    if (!checked) return;
    if (checked.magpie === 'ready') {
      if (isSent) return;
      isSent = true;
      // An opaque origin has no name to address; the window is the frame's own, and the page's policy lets it load nothing else.
      element.contentWindow?.postMessage(message, '*', [message.bytes]);
    }
    onMessage(checked);
  };
  addEventListener('message', listen);
  return {
    element,
    give: (answer) => element.contentWindow?.postMessage(answer, '*', answer.bytes ? [answer.bytes] : []),
    end: () => {
      removeEventListener('message', listen);
      element.remove();
    },
  };
}
