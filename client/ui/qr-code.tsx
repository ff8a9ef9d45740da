/** A QR code of an address. Loaded at first use; the only file of the client that imports the library. */
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { encode } from 'uqr';

/** Black squares on white with a margin of four, as ISO 18004 asks, in either colour scheme. */
export function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const { path, size } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: 4 });
    const squares = code.data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
    return { path: squares.join(''), size: code.size };
  }, [text]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className="mx-auto w-full max-w-64 rounded-md">
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
