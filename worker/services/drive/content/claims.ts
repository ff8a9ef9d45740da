/** Claims of content links, and the content that a link opens. */
import type { BlobManifest } from '#shared/content/manifest.ts';
import type { ContentKey, NodeId, ShareId, UserId } from '#shared/ids.ts';
import type { TrafficLeft } from '#shared/membership/traffic.ts';
import type { ProgramSign } from '#worker/platform/request.ts';

/** The content of a file, as the content endpoint serves it. */
export interface OpenContent {
  readonly manifest: BlobManifest;
  readonly sizeBytes: number;
  readonly contentKey: ContentKey;
  /** Entity tag without quotes; left out: the content key. */
  readonly tag?: string;
  readonly name: string;
  readonly mime: string;
  readonly modifiedMs: number;
  /** The person whose traffic it is. */
  readonly payer: UserId;
  /** Limits of the payer now; left out for links of shares, whose visitors are never slowed. */
  readonly transfer?: OwnTransfer;
}

/** A person's own downloads, by plan and traffic. */
export interface OwnTransfer {
  /** Files at a time. */
  readonly atOnce: number;
  /** Download traffic; `leftBytes` null: no limit. */
  readonly traffic: TrafficLeft;
  /** Speed without traffic left; null: they stop. */
  readonly slowBytesPerSecond: number | null;
}

/**
 * Claims of a signed content link. Kind `drive`: the owner's own link. Kind `share`: valid while the epoch of the share is.
 * Kind `evidence`: for operators, valid while the case of the link `shareId` holds the file. Kind `grant`: for a guest, valid while the
 * grant is accepted and has the file, and while the session of the guest is.
 */
export interface LinkClaims {
  readonly kind: 'drive' | 'share' | 'evidence' | 'grant';
  readonly ownerId: UserId;
  readonly nodeId: NodeId;
  readonly contentKey: ContentKey;
  readonly expiresAtMs: number;
  readonly attachment: boolean;
  /** Session and epoch of the person that the link was made for (kinds drive and grant). */
  readonly sessionId?: string;
  readonly tokenEpoch?: number;
  /** Of a program that reads its own file; such claims are in no link. */
  readonly program?: ProgramSign;
  readonly grantId?: string;
  readonly shareId?: ShareId;
  readonly shareEpoch?: number;
}

/** Content that a guest opens. */
export interface GrantedContent {
  readonly content: OpenContent;
  readonly guestId: string;
}

/** The content of a link, and how long it may be served without asking again: ms from the question on. */
export interface LeasedContent {
  readonly content: OpenContent;
  readonly leaseMs: number;
}

/** Returns the content of a link, or null when the link no longer opens. */
export type ContentSource = (claims: LinkClaims) => Promise<LeasedContent | null>;

/** Sources of links, by their kind. */
export type ContentSources = Readonly<Record<LinkClaims['kind'], ContentSource>>;
