/** Addresses of the icons that are made of the operators' logo. Pure. */
import { href } from '#shared/routes.ts';

/** Sides in pixels. */
export const LOGO_SIDES = [192, 512] as const;
export type LogoSide = (typeof LOGO_SIDES)[number];

export function logoIconHref(logo: string, side: LogoSide): string {
  return href('look.icon', { logo, side: String(side) });
}
