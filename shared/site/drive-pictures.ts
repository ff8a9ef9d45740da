/** The pictures of the drive on public pages: one for each language and theme, made by `npm run screenshots`, in `client/public/pictures`. */
import type { Locale } from '#shared/locale/tags.ts';

export interface DrivePicture {
  /** Of the window, CSS px. */
  readonly width: number;
  readonly height: number;
  /** Of its files, pixels; ascending. */
  readonly widths: readonly number[];
}

/** As wide as the column of the first page, as the column of a phone, and as the text of an article. */
export const DRIVE_PICTURES = {
  wide: { width: 1104, height: 664, widths: [1104, 2208] },
  phone: { width: 358, height: 600, widths: [716] },
  /** The menu of a file, with the link. */
  menu: { width: 840, height: 560, widths: [1344] },
  /** An open picture. */
  viewer: { width: 840, height: 560, widths: [1344] },
} as const satisfies Readonly<Record<string, DrivePicture>>;

export type DrivePictureName = keyof typeof DRIVE_PICTURES;

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** Of one file. */
export const MAX_PICTURE_BYTES = 64 * 1024;

export const pictureName = (picture: string, locale: Locale, scheme: Scheme): string =>
  `${picture}-${locale}-${scheme}`;

export const pictureFile = (name: string, width: number): string => `${name}-${width}.avif`;
