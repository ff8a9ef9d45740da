/** Answers an order of a card or an icon: the image, or that it cannot be drawn. */
import { readIconOrder, readOrder, writeDrawn } from '#worker/platform/cards/order.ts';
import { paintCard } from './paint.ts';
import { paintIcon } from './paint-icon.ts';

/** @param module  magick.wasm of the package, compiled */
export async function answerCard(module: WebAssembly.Module, frame: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const icon = readIconOrder(frame);
    return writeDrawn(icon ? await paintIcon(module, icon) : await paintCard(module, readOrder(frame)));
  } catch {
    return writeDrawn(null);
  }
}
