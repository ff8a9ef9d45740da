/**
 * Transport to the browser extension, whose content script gets the messages of this window. Both sides accept only messages
 * of this window and this origin: a frame or an opener has another.
 */
import type { Transport } from './channel.ts';

/** The used part of a window. */
export interface MessagingWindow {
  readonly location: Pick<Location, 'origin'>;
  postMessage(message: unknown, targetOrigin: string): void;
  addEventListener(name: 'message', listen: (event: MessageEvent) => void): void;
  removeEventListener(name: 'message', listen: (event: MessageEvent) => void): void;
}

export function extensionTransport(view: MessagingWindow): Transport {
  const origin = view.location.origin;
  return {
    // Returns nothing: the answer comes as a message.
    send(text) {
      view.postMessage({ magpie: 'question', text }, origin);
    },
    listen(onAnswer) {
      const onMessage = (event: MessageEvent): void => {
        if (event.origin !== origin || event.source !== (view as unknown)) return;
        const { magpie, text } = (event.data ?? {}) as { magpie?: unknown; text?: unknown };
        if (magpie === 'answer' && typeof text === 'string') onAnswer(text);
      };
      view.addEventListener('message', onMessage);
      return () => view.removeEventListener('message', onMessage);
    },
  };
}
