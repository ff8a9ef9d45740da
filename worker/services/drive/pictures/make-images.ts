/**
 * Small images of a content, made at the first look at one of them: nothing is computed for files that are never looked at, and
 * no job of an upload waits for a decoder. One attempt a content at a time, wherever it is looked at.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { unwrap } from '#shared/errors.ts';
import type { ContentKey } from '#shared/ids.ts';
import { type BlobStore, newBlobKey } from '#worker/platform/blobs/port.ts';
import { pipeSpan } from '#worker/platform/blobs/read.ts';
import { logError } from '#worker/platform/log.ts';
import {
  CODEC_VERSION,
  MAX_PICTURE_BYTES,
  type PictureCodec,
  TURN_LOOK_MS,
  TURN_MS,
  TURN_WAIT_MS,
} from '#worker/platform/pictures/codec.ts';
import type { ObjectsByName } from '#worker/platform/rpc.ts';
import { blobIndexOf } from '../blobs/keys.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import { type MadeImages, RENEW_MS } from '../images/image-index.store.ts';
import { type ContentImages, isCurrent, type LookedAt } from '../images/model.ts';
import type { picturesPart } from './part.ts';

/** Looks that wait for the attempt of another request; more get 503. */
const FOLLOWING = 200;
/** Contents whose images this isolate remembers. */
const REMEMBERED = 5_000;
/** How often, and how many times, a look asks whether another isolate is done. */
const POLL_MS = 400;
const POLLS = 20;

export interface ImageMaker {
  /** @returns null when too many look at new pictures now: the caller may come again */
  imagesOf(content: LookedAt): Promise<ContentImages | null>;
  /** The object is missing in the store: the cached entry is deleted. */
  forget(contentKey: ContentKey): void;
}

export interface ImageMakerDeps extends Pick<DriveDeps, 'drives' | 'clock'> {
  readonly blobIndex: ObjectsByName;
  readonly blobs: BlobStore;
  readonly codec: PictureCodec;
}

const NONE: ContentImages = { version: CODEC_VERSION, images: null };

/** Decodes and stores. @returns null for a failure that passes @throws for one that may be the picture's fault */
async function attempt(
  deps: ImageMakerDeps,
  { manifest, sizeBytes }: LookedAt,
  objectKey: string,
): Promise<ContentImages | null> {
  if (!manifest) return NONE;
  const fixed = new FixedLengthStream(sizeBytes);
  // A codec that answers early reads no further; one that reads a broken stream fails.
  pipeSpan(deps.blobs, manifest, 0, sizeBytes, fixed.writable)
    .then(
      () => fixed.writable.close(),
      (error: unknown) => fixed.writable.abort(error),
    )
    .catch(() => undefined);
  const answer = await deps.codec.render(fixed.readable, sizeBytes);
  if (!answer.ok && answer.reason === 'late') throw new Error('the codec took too long');
  if (!answer.ok) return answer.reason === 'busy' ? null : NONE;
  const { images: bytes, ...facts } = answer.picture;
  const { stored } = await deps.blobs.put(objectKey, bytes, bytes.length);
  if (!stored) return null;
  return { version: CODEC_VERSION, images: { ...facts, objectKey } };
}

/** One attempt, whose lease is renewed while it runs. */
async function leased(deps: ImageMakerDeps, content: LookedAt, objectKey: string): Promise<MadeImages> {
  const { contentKey } = content;
  const index = blobIndexOf(deps.blobIndex, contentKey);
  const untilMs = deps.clock.nowMs() + TURN_MS + TURN_WAIT_MS;
  const renewal = setInterval(() => {
    if (deps.clock.nowMs() < untilMs)
      index
        .renewImages({ contentKey, objectKey })
        .then(unwrap)
        .catch(() => undefined);
    else clearInterval(renewal);
  }, RENEW_MS);
  try {
    return await attempt(deps, content, objectKey);
  } catch (error) {
    logError('images.make', error, {});
    return 'failed';
  } finally {
    clearInterval(renewal);
  }
}

export function makeImageMaker(deps: ImageMakerDeps): ImageMaker {
  const remembered = new Map<ContentKey, ContentImages>();
  const noted = new Set<string>();
  /** Contents that a request of this isolate makes now, each with the time when that counts no more. */
  const making = new Map<ContentKey, number>();
  /** When each look that waits for one of them ends at the latest: the platform says nothing when it cancels one. */
  const following = new Map<symbol, number>();

  /** @returns `taken` while another isolate makes them */
  async function make(content: LookedAt): Promise<ContentImages | null | 'taken'> {
    const { contentKey } = content;
    const index = blobIndexOf(deps.blobIndex, contentKey);
    const turn = unwrap(await index.beginImages({ contentKey, version: CODEC_VERSION, objectKey: newBlobKey() }));
    if (turn.kind === 'known') return turn.known;
    if (turn.kind === 'taken') return 'taken';
    if (turn.kind !== 'yours') return null;
    const { objectKey } = turn;
    const made = await leased(deps, content, objectKey);
    const isStored = unwrap(await index.finishImages({ contentKey, objectKey, made }));
    return made !== 'failed' && isStored ? made : null;
  }

  /** Waits for another isolate without a turn of the codec. */
  async function makeInTurn(content: LookedAt): Promise<ContentImages | null> {
    for (let poll = 0; poll < POLLS; poll += 1) {
      const made = await deps.codec.turns.take(content.ownerId, () => make(content));
      if (made !== 'taken') return made;
      await delay(POLL_MS);
    }
    return null;
  }

  /** Once for each drive: pages of links that were read before do not have it. */
  async function note({ contentKey, ownerId }: LookedAt, known: ContentImages): Promise<void> {
    const mark = `${ownerId} ${contentKey}`;
    if (noted.has(mark)) return;
    unwrap(await driveOf<typeof picturesPart>(deps, ownerId).recordImages(contentKey, known));
    if (noted.size >= REMEMBERED) noted.clear();
    noted.add(mark);
  }

  /** The remembered images, those that another request of this isolate makes, or those of `attempted`. */
  async function awaited(
    contentKey: ContentKey,
    attempted: () => Promise<ContentImages | null>,
  ): Promise<ContentImages | null> {
    const ticket = Symbol('look');
    const untilMs = deps.clock.nowMs() + TURN_WAIT_MS;
    try {
      for (;;) {
        const made = remembered.get(contentKey);
        if (made) return made;
        const nowMs = deps.clock.nowMs();
        if ((making.get(contentKey) ?? 0) <= nowMs) break;
        if (nowMs > untilMs || (!following.has(ticket) && isCrowded(nowMs))) return null;
        following.set(ticket, untilMs + TURN_LOOK_MS);
        await delay(TURN_LOOK_MS);
      }
    } finally {
      following.delete(ticket);
    }
    making.set(contentKey, deps.clock.nowMs() + TURN_MS + TURN_WAIT_MS);
    try {
      const made = await attempted();
      if (made) remember(contentKey, made);
      return made;
    } finally {
      making.delete(contentKey);
    }
  }

  function isCrowded(nowMs: number): boolean {
    if (following.size < FOLLOWING) return false;
    for (const [ticket, untilMs] of following) if (untilMs < nowMs) following.delete(ticket);
    return following.size >= FOLLOWING;
  }

  function remember(contentKey: ContentKey, made: ContentImages): void {
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(contentKey, made);
  }

  return {
    async imagesOf(content) {
      const { contentKey, known, sizeBytes } = content;
      if (known && isCurrent(known)) return known;
      if (sizeBytes === 0 || sizeBytes > MAX_PICTURE_BYTES) return NONE;
      const made = await awaited(contentKey, () => makeInTurn(content));
      if (!made) return null;
      await note(content, made);
      return made;
    },
    forget: (contentKey) => void remembered.delete(contentKey),
  };
}
