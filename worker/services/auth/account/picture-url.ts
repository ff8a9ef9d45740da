/** Where the picture of a person is fetched. */
import type { AuthParts } from '../deps.ts';

/** @returns '' for a person without one */
export function pictureUrl(
  { contentOrigin, appOrigin }: Pick<AuthParts, 'contentOrigin' | 'appOrigin'>,
  userId: string,
  hash: string,
): string {
  return hash === '' ? '' : `${contentOrigin ?? appOrigin}/f/picture/${userId}/${hash}`;
}
