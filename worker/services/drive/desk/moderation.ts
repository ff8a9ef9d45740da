/** Calls of operators' decisions on drives and on the blob index. For operators alone: the caller has checked. */
import type { BlobManifest } from '#shared/content/manifest.ts';
import { unwrap } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import type { ContentOfCase } from '../blobs/bans.store.ts';
import { type BlobIndexStub, blobIndexOf } from '../blobs/keys.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import type { EvidenceFile, LinkNotice } from '../sharing/evidence.store.ts';
import type { deskPart } from './part.ts';

type Index = Pick<DriveDeps, 'blobIndex'>;

/** Complete files of a link, those that were named first. */
export async function linkEvidence(
  deps: Pick<DriveDeps, 'drives'>,
  ownerId: UserId,
  query: { rootIds: readonly string[]; fileIds: readonly string[]; limit: number },
): Promise<readonly EvidenceFile[]> {
  return unwrap(await driveOf<typeof deskPart>(deps, ownerId).evidence(query));
}

/** One call for each object of the index. */
async function eachIndex<T extends { readonly contentKey: string }>(
  { blobIndex }: Index,
  contents: readonly T[],
  work: (index: BlobIndexStub, some: readonly T[]) => Promise<void>,
): Promise<void> {
  const groups = new Map<string, { index: BlobIndexStub; some: T[] }>();
  for (const content of contents) {
    const index = blobIndexOf(blobIndex, content.contentKey);
    const group = groups.get(index.id.toString()) ?? { index, some: [] };
    group.some.push(content);
    groups.set(index.id.toString(), group);
  }
  for (const { index, some } of groups.values()) await work(index, some);
}

/**
 * Bans contents everywhere for a case, or lifts its ban. They are closed in the drive of `ownerId`, or open again, when the call returns; other
 * drives receive an event of the index.
 */
export async function setContentBans(
  deps: Index & Pick<DriveDeps, 'drives'>,
  ownerId: UserId,
  caseId: string,
  decision: { contents: readonly ContentOfCase[]; banned: boolean },
): Promise<void> {
  const { contents, banned } = decision;
  const changed = new Set<string>();
  await eachIndex(deps, contents, async (index, some) => {
    for (const contentKey of unwrap(await index.setBans(caseId, some, banned))) changed.add(contentKey);
  });
  // Contents that another case banned stay closed.
  const own = banned ? contents : contents.filter(({ contentKey }) => changed.has(contentKey));
  if (own.length > 0) unwrap(await driveOf<typeof deskPart>(deps, ownerId).setContentBans({ contents: own, banned }));
}

/** Keeps contents as evidence until then, also while no drive holds them. */
export async function holdContents(
  deps: Index,
  caseId: string,
  contentKeys: readonly string[],
  untilMs: number,
): Promise<void> {
  const contents = contentKeys.map((contentKey) => ({ contentKey }));
  await eachIndex(deps, contents, async (index, some) => {
    const keys = some.map(({ contentKey }) => contentKey);
    unwrap(await index.hold(caseId, keys, untilMs));
  });
}

/** The objects of a content that is still stored; null when it is gone. */
export async function heldContent(
  deps: Index,
  contentKey: string,
): Promise<{ readonly manifest: BlobManifest; readonly sizeBytes: number } | null> {
  const blob = await blobIndexOf(deps.blobIndex, contentKey).lookup(contentKey);
  return blob && { manifest: blob.manifest, sizeBytes: blob.sizeBytes };
}

/** Stores a decision about a link for its owner to read in the drive. */
export async function setLinkNotice(
  deps: Pick<DriveDeps, 'drives'>,
  ownerId: UserId,
  notice: LinkNotice,
): Promise<void> {
  unwrap(await driveOf<typeof deskPart>(deps, ownerId).setLinkNotice(notice));
}

/** Use and limits of a person's drive; null when it was never used. */
export async function deskSpace(deps: Pick<DriveDeps, 'drives' | 'plans'>, userId: UserId): Promise<DeskSpace | null> {
  return unwrap(await driveOf<typeof deskPart>(deps, userId).deskSpace(await deps.plans()));
}

export interface DeskSpace {
  readonly usageBytes: number;
  readonly trashBytes: number;
  readonly versionBytes: number;
  readonly reservedBytes: number;
  readonly limitBytes: number;
  /** The group of the person; '' for none. */
  readonly groupId: string;
}
