/** A QR code of an address. Loaded at first use; the only file of the client that imports the library. */
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { encode } from 'uqr';

/** Lines over the dark runs of a row, each from the end of the one before: half the size of absolute places. */
function linesOf(row: readonly boolean[], y: number): string {
  let lines = '';
  let at = 0;
  for (let start = row.indexOf(true); start >= 0; start = row.indexOf(true, at)) {
    const end = row.indexOf(false, start);
    lines += `${lines === '' ? `M${start} ${y}.5` : `m${start - at} 0`}h${end - start}`;
    at = end;
  }
  return lines;
}

/** Black squares on white with a margin of four, as ISO 18004 asks, in either colour scheme. */
export function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const { path, size } = useMemo(() => {
    const code = encode(text, { ecc: 'L', border: 4 });
    return { path: code.data.map(linesOf).join(''), size: code.size };
  }, [text]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className="mx-auto w-full max-w-64 rounded-md">
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} stroke="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
