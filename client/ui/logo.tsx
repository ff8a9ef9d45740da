/**
 * The mark: a magpie of three shapes. Head and back in the colour of the text, wing and tail in the bird's sheen; its white is the page itself.
 * public/*.svg carry the same paths.
 */
import type { ReactNode } from 'react';
import { useId } from 'react';
import { usePublished } from '#client/ui/published.tsx';

/** The bird alone, for use inside a larger drawing of 64 by 64 units. @param sheen  id of the gradient on the page */
export function Bird({ sheen }: { sheen: string }): ReactNode {
  return (
    <>
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M40 5a13.5 13.5 0 0 1 13.2 10.7L63 19.5l-9.8 3.3A13.5 13.5 0 0 1 40 32c-11 0-20 4-26 12C13 24 24 5 40 5Zm3 9.1a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8Z"
      />
      <path fill={`url(#${sheen})`} d="M42 35.5C41 46 32 52 21.500 51L12.500 61H2l13-13.500c6-8 15-12 27-12Z" />
    </>
  );
}

export function Sheen({ id }: { id: string }): ReactNode {
  return (
    <linearGradient id={id} x1="0" y1="1" x2="1" y2="0">
      <stop offset="0" className="[stop-color:light-dark(#5b4fc0,#8f86f0)]" />
      <stop offset=".45" className="[stop-color:light-dark(#0b7fa6,#35b3d8)]" />
      <stop offset="1" className="[stop-color:light-dark(#12a594,#45d6bd)]" />
    </linearGradient>
  );
}

/**
 * The bird, or the operators' own picture: a background of the style sheet that carries it, so that it costs no request.
 * @param size  CSS px
 */
export function Mark({ size = 32 }: { size?: number }): ReactNode {
  const sheen = useId();
  const { look } = usePublished();
  if (look.logo) return <span className="own-logo" data-size={size > 40 ? 'lg' : undefined} aria-hidden="true" />;
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} className="flex-none" aria-hidden="true" focusable="false">
      <defs>
        <Sheen id={sheen} />
      </defs>
      <Bird sheen={sheen} />
    </svg>
  );
}

/** Wider than this, a picture has the name in it. */
const WORDMARK = 2.2;

/** The mark with the name. The name is not translated. */
export function Logo({ size = 34 }: { size?: number }): ReactNode {
  const { look } = usePublished();
  const { logo, name } = look;
  if (logo && logo.width / logo.height > WORDMARK) return <Mark size={size} />;
  return (
    <span className="inline-flex items-center gap-2">
      <Mark size={size} />
      <span className="max-w-56 truncate text-lg leading-tight font-bold tracking-tight" translate="no" dir="auto">
        {name}
      </span>
    </span>
  );
}
