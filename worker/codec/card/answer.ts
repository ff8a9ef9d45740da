/** Answers an order of a card: the image, or that it cannot be drawn. */
import { readOrder, writeDrawn } from '#worker/platform/cards/order.ts';
import { paintCard } from './paint.ts';

/** @param module  magick.wasm of the package, compiled */
export async function answerCard(module: WebAssembly.Module, frame: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return writeDrawn(await paintCard(module, readOrder(frame)));
  } catch {
    return writeDrawn(null);
  }
}
