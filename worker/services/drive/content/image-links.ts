/** Links to small images of the caller's own files, of the files of a share, and of those of a common folder. */
import type { ShareId, UserId } from '#shared/ids.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { Caller, DriveDeps } from '../deps.ts';
import { type ImageLinks, imageLinksEndMs, imageSizeOf } from '../images/link.ts';

type LinkDeps = Pick<DriveDeps, 'imageSigner' | 'clock' | 'limits'>;

function endMs({ clock, limits }: LinkDeps): number {
  return imageLinksEndMs(clock.nowMs(), limits.contentLinkTtlSeconds * SECOND_MS);
}

/** They end with the session. @param thumbnailSize  of the wire; '' is the small one */
export function ownImageLinks(deps: LinkDeps, caller: Caller, thumbnailSize = ''): Promise<ImageLinks> {
  const { userId, sessionId, epoch } = caller;
  const scope = { kind: 'drive', ownerId: userId, expiresAtMs: endMs(deps), holder: sessionId, epoch } as const;
  return deps.imageSigner.linksOf(scope, imageSizeOf(thumbnailSize));
}

/** They end with the epoch of the share, and never after it. */
export function shareImageLinks(
  deps: LinkDeps,
  share: { ownerId: UserId; shareId: ShareId; epoch: number; expiresAtMs: number | null },
  thumbnailSize: string,
): Promise<ImageLinks> {
  const { ownerId, shareId, epoch } = share;
  const expiresAtMs = Math.min(endMs(deps), share.expiresAtMs ?? Number.POSITIVE_INFINITY);
  const scope = { kind: 'share', ownerId, expiresAtMs, holder: shareId, epoch } as const;
  return deps.imageSigner.linksOf(scope, imageSizeOf(thumbnailSize));
}

/** They end with the grant, and with the session of the guest. */
export function grantImageLinks(
  deps: LinkDeps,
  { sessionId, epoch }: Caller,
  { ownerId, grantId }: { ownerId: UserId; grantId: string },
): Promise<ImageLinks> {
  const scope = { kind: 'grant', ownerId, expiresAtMs: endMs(deps), holder: grantId, epoch, sessionId } as const;
  return deps.imageSigner.linksOf(scope, 's');
}
