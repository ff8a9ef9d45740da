/** The large icon of this installation: that of its logo, or the bird. */
import { logoIconHref } from '#shared/config/logo-icon.ts';
import type { PageDeps } from '../services.ts';

/** @returns a path of the app */
export async function iconHref({ readLook }: Pick<PageDeps, 'readLook'>): Promise<string> {
  const { logo } = await readLook();
  return logo ? logoIconHref(logo.id, 512) : '/icon-512.png';
}
