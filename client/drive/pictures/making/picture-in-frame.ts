/** Draws a content in the viewer's sandboxed frame, out of sight, and gets it back as a picture. */
import { openFrame } from '#client/preview/document/frame-window.ts';
import type { FrameLabels } from '#client/preview/document/messages.ts';
import type { PageFormat } from '#client/preview/kinds.rules.ts';

/** The frame shows no text. */
const NO_LABELS: FrameLabels = {
  zoomIn: '',
  zoomOut: '',
  page: '',
  password: '',
  passwordWrong: '',
  open: '',
  empty: '',
};

/** @throws Error where the frame cannot draw it, or the signal ends first */
export async function pictureInFrame(
  contentOrigin: string,
  format: PageFormat | 'heic',
  name: string,
  bytes: ArrayBuffer,
  signal: AbortSignal,
): Promise<Blob> {
  let end = (): void => undefined;
  try {
    return await new Promise<Blob>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      const message = {
        magpie: 'show',
        format,
        name,
        bytes,
        labels: NO_LABELS,
        isDark: false,
        language: 'en',
        encoding: null,
      } as const;
      const frame = openFrame(contentOrigin, '', message, (answer) => {
        if (answer.magpie === 'picture') resolve(new Blob([answer.bytes], { type: answer.mime }));
        if (answer.magpie === 'failed' || answer.magpie === 'shown') reject(new Error('the frame made no picture'));
      });
      end = frame.end;
      const { element } = frame;
      // It is no part of an open viewer.
      element.removeAttribute('class');
      element.inert = true;
      element.tabIndex = -1;
      element.setAttribute('aria-hidden', 'true');
      element.style.cssText = 'position:fixed;inset-inline-start:-9999px;width:1px;height:1px;border:0';
      document.body.append(element);
    });
  } finally {
    end();
  }
}
