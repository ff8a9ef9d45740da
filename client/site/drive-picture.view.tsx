/**
 * The drive as it is, in the language and theme of the page: pictures that `npm run screenshots` makes. The chosen theme counts, not the
 * system's: the script that switches it reads `data-dark` (client/pages/shell/theme.ts).
 */
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { usePublished } from '#client/ui/published.tsx';
import { SOURCE_NAME } from '#shared/locale/own-texts.ts';
import {
  DRIVE_PICTURES,
  type DrivePictureName,
  pictureFile,
  pictureName,
  type Scheme,
} from '#shared/site/drive-pictures.ts';

/** Below the layout for larger windows. */
const PHONE = '(max-width: 559px)';
const SYSTEM_DARK = '(prefers-color-scheme: dark)';

export interface DrivePictureProps {
  readonly picture: DrivePictureName;
  /** Shown instead on phones. */
  readonly onPhones?: DrivePictureName;
  /** Chosen by the visitor; '' for the system's. */
  readonly theme: string;
  readonly alt: string;
  readonly sizes: string;
  /** Loads at once; others when they come near the window. */
  readonly isFirst?: boolean;
  readonly className?: string;
}

export function DrivePicture({
  picture,
  onPhones,
  theme,
  alt,
  sizes,
  isFirst,
  className,
}: DrivePictureProps): ReactNode {
  const { locale } = useT();
  const { look } = usePublished();
  // The pictures show the product's own name and mark.
  if (look.logo || look.name !== SOURCE_NAME) return null;
  const filesOf = (name: DrivePictureName, scheme: Scheme) => {
    const { width, height, widths } = DRIVE_PICTURES[name];
    const files = widths.map((each) => `/pictures/${pictureFile(pictureName(name, locale, scheme), each)} ${each}w`);
    return { srcSet: files.join(', '), sizes, width, height };
  };
  const darkWhen = (media: string) => {
    if (theme === 'light') return 'not all';
    if (theme === 'dark') return media;
    return media === 'all' ? SYSTEM_DARK : `${media} and ${SYSTEM_DARK}`;
  };
  return (
    <picture>
      {onPhones ? (
        <>
          <source media={darkWhen(PHONE)} data-dark={PHONE} {...filesOf(onPhones, 'dark')} />
          <source media={PHONE} {...filesOf(onPhones, 'light')} />
        </>
      ) : null}
      <source media={darkWhen('all')} data-dark="all" {...filesOf(picture, 'dark')} />
      <img
        {...filesOf(picture, 'light')}
        alt={alt}
        className={className}
        decoding="async"
        {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      />
    </picture>
  );
}
