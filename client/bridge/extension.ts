/**
 * The line to our browser extension: its content script shares this window and hears what the window tells itself.
 * Both sides check that a message comes from this very window and this very origin: a frame or an opener has another.
 */
import type { Line } from './channel.ts';

/** The part of a window that is used. */
export interface TalkingWindow {
  readonly location: Pick<Location, 'origin'>;
  postMessage(message: unknown, targetOrigin: string): void;
  addEventListener(name: 'message', listen: (event: MessageEvent) => void): void;
  removeEventListener(name: 'message', listen: (event: MessageEvent) => void): void;
}

export function extensionLine(view: TalkingWindow): Line {
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
