/** A copy that begins inside the gesture, while the code that finds the text is still loading. */
import type { BrowserApi } from '../browser-api.ts';

export interface PendingCopy {
  /** Gives the text, or the reason why there is none. */
  settle(text: Promise<string>): void;
  /** False when the browser refused, or when there was no text. */
  readonly isWritten: Promise<boolean>;
}

export function beginCopy(copy: BrowserApi['copy']): PendingCopy {
  let settle: PendingCopy['settle'] = () => undefined;
  const text = new Promise<string>((resolve) => {
    settle = resolve;
  });
  return {
    settle,
    isWritten: copy(text).then(
      () => true,
      () => false,
    ),
  };
}
