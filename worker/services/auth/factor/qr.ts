/** QR codes as SVG text. The only file that imports the library. */
import { renderSVG } from 'uqr';

/** @returns an `<svg>` of black squares on white with a margin of four squares, as ISO 18004 asks */
export function qrSvg(text: string): string {
  return renderSVG(text, { ecc: 'M', border: 4, pixelSize: 4 });
}
