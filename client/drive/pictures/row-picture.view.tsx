/**
 * The icon of a row's kind, and over it the small image of its content once that is loaded. The box keeps its size, so nothing
 * moves. Decoration: screen readers read the name beside it. Small images have square corners: round ones take twice as long to draw.
 */
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import { type DriveRow, iconKindOf, isPictured } from '#shared/drive/rows.ts';
import { KindIcon } from './kind-icon.view.tsx';
import { watchImage } from './watched-images.ts';

export interface RowPictureProps {
  readonly row: DriveRow;
  /** Classes of the icon: its size, and its place where there is no image. */
  readonly iconClass: string;
  /** Classes of the box around icon and image. */
  readonly boxClass: string;
  /** The large image, all of it. */
  readonly isLarge?: boolean;
  /** Position in the listing. */
  readonly index?: number;
}

/** The page of the server starts so many images itself, before any script: about a screen of them. */
const FIRST_IMAGES = 24;
const isServer = typeof document === 'undefined';

/** Address of the large image of a row. */
export function largeImageOf(image: string): string {
  return image.replace(/s$/, 'l');
}

export function RowPicture({ row, iconClass, boxClass, isLarge = false, index }: RowPictureProps): ReactNode {
  const icon = <KindIcon kind={iconKindOf(row)} className={iconClass} />;
  if (!row.image || !(isLarge || isPictured(row))) return icon;
  return (
    <span className={classes('relative grid place-items-center', boxClass)}>
      {icon}
      <RowImage image={row.image} blur={row.blur} isLarge={isLarge} index={index} />
    </span>
  );
}

/** The upper part of a tile: the image from edge to edge over a tint with the badge of its kind. */
export function RowCover({ row, index }: Pick<RowPictureProps, 'row' | 'index'>): ReactNode {
  return (
    <span className={classes('tile-cover', `kind-${iconKindOf(row)}`)}>
      <span className="tile-badge" />
      {row.image ? <RowImage image={row.image} blur={row.blur} isLarge={false} index={index} /> : null}
    </span>
  );
}

interface RowImageProps extends Pick<DriveRow, 'blur'> {
  readonly image: string;
  readonly isLarge: boolean;
  readonly index: number | undefined;
}

function RowImage({ image, blur, isLarge, index = FIRST_IMAGES }: RowImageProps): ReactNode {
  const source = isLarge ? largeImageOf(image) : image;
  return (
    <img
      key={source}
      ref={watchImage}
      data-src={source}
      data-blur={blur}
      {...(isServer && index < FIRST_IMAGES ? { src: source, loading: 'lazy' } : {})}
      suppressHydrationWarning
      alt=""
      decoding="async"
      draggable={false}
      className={classes(
        'absolute inset-0 size-full not-[[src],[style]]:hidden',
        isLarge ? 'rounded-[inherit] object-scale-down' : 'object-cover',
      )}
    />
  );
}
