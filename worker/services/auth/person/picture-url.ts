import type { AuthParts } from '../deps.ts';

/** The address of a picture. @returns '' for a person without one */
export function pictureUrl(
  { contentOrigin, appOrigin }: Pick<AuthParts, 'contentOrigin' | 'appOrigin'>,
  userId: string,
  hash: string,
): string {
  return hash === '' ? '' : `${contentOrigin ?? appOrigin}/f/picture/${userId}/${hash}`;
}
