/** The address of a link's page. Never holds the passcode. */
import { href } from '#shared/routes.ts';

export function shareUrl(appOrigin: string, shareId: string): string {
  return `${appOrigin}${href('share.open', { shareId })}`;
}
