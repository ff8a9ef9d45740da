/** Articles of the help that begin with a picture of the drive, by their slugs. Their alt texts: `site.help.picture.*`. */
import type { DrivePictureName } from './drive-pictures.ts';

export interface HelpPicture {
  readonly picture: DrivePictureName;
  readonly onPhones?: DrivePictureName;
  readonly alt: 'site.home.shot.alt' | 'site.help.picture.menu' | 'site.help.picture.viewer';
}

export const HELP_PICTURES: Readonly<Partial<Record<string, HelpPicture>>> = {
  'first-steps/find-your-way': { picture: 'wide', onPhones: 'phone', alt: 'site.home.shot.alt' },
  'sharing/share-a-link': { picture: 'menu', alt: 'site.help.picture.menu' },
  'upload-and-download/preview-and-play': { picture: 'viewer', alt: 'site.help.picture.viewer' },
};
