/**
 * Files and images of a common folder by the links of a guest. Asked of the drives of owner and guest at every request: a right that
 * was taken away, and a session that was signed out, end at once.
 */
import type { ContentSource } from '../content/claims.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import type { ImageSource } from '../images/link.ts';
import type { livePart } from '../live/part.ts';
import type { grantsPart } from './part.ts';

type Drives = Pick<DriveDeps, 'drives'>;

/** Opens links of kind `grant`. */
export function grantedContentOf(deps: Drives): ContentSource {
  return async (claims) => {
    const granted = await driveOf<typeof grantsPart>(deps, claims.ownerId).openGranted(claims);
    if (!granted) return null;
    const { content, guestId } = granted;
    const guest = { userId: guestId, sessionId: claims.sessionId ?? '', epoch: claims.tokenEpoch ?? 0 };
    const { ok } = await driveOf<typeof livePart>(deps, guestId).revision(guest);
    return ok ? { content, leaseMs: 0 } : null;
  };
}

/** As of contents. */
export function grantedImagesOf(deps: Drives): ImageSource {
  return async ({ ownerId, holder, epoch, nodeId, contentMark, sessionId }) => {
    const granted = await driveOf<typeof grantsPart>(deps, ownerId).openGrantedPicture({
      grantId: holder,
      nodeId,
      contentMark,
    });
    if (!granted || sessionId === undefined) return null;
    const { ok } = await driveOf<typeof livePart>(deps, granted.guestId).revision({
      userId: granted.guestId,
      sessionId,
      epoch,
    });
    return ok ? granted.content : null;
  };
}
