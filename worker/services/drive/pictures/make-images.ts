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
import { CODEC_VERSION, MAX_PICTURE_BYTES, type PictureCodec } from '#worker/platform/pictures/codec.ts';
import { makeTurns } from '#worker/platform/pictures/turns.ts';
import type { ObjectsByName } from '#worker/platform/rpc.ts';
import { blobIndexOf } from '../blobs/keys.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import { LEASE_MS } from './image-index.store.ts';
import { type ContentImages, isCurrent, type LookedAt } from './model.ts';

/** Attempts of this isolate at a time. The codec takes one while the other reads its bytes. */
const ATTEMPTS = 2;
/** Looks that wait for an attempt; more are told to come again. */
const WAITING = 96;
/** Contents whose images this isolate remembers. */
const REMEMBERED = 5_000;
/** Longest wait for an attempt, and between two looks whether it is due. */
const WAIT_MS = 25_000;
const LOOK_MS = 50;
/** How often, and how many times, a look asks whether another isolate is done. */
const POLL_MS = 400;
const POLLS = 20;

export interface ImageMaker {
  /** @returns null when too many look at new pictures now: the caller may come again */
  imagesOf(content: LookedAt): Promise<ContentImages | null>;
  /** The object is missing in the store: what was remembered is forgotten. */
  forget(contentKey: ContentKey): void;
}

export interface ImageMakerDeps extends Pick<DriveDeps, 'drives' | 'clock'> {
  readonly blobIndex: ObjectsByName;
  readonly blobs: BlobStore;
  readonly codec: PictureCodec;
}

const NONE: ContentImages = { version: CODEC_VERSION, images: null };

export function makeImageMaker(deps: ImageMakerDeps): ImageMaker {
  const turns = makeTurns({
    clock: deps.clock,
    sleep: delay,
    atOnce: ATTEMPTS,
    waiting: WAITING,
    turnMs: LEASE_MS,
    waitMs: WAIT_MS,
    pollMs: LOOK_MS,
  });
  const remembered = new Map<ContentKey, ContentImages>();
  const noted = new Set<string>();
  /** Contents that a request of this isolate makes now, each with the time when that counts no more. */
  const making = new Map<ContentKey, number>();

  /** Decodes and stores. @returns null for a failure that passes */
  async function attempt({ manifest, sizeBytes }: LookedAt, objectKey: string): Promise<ContentImages | null> {
    const fixed = new FixedLengthStream(sizeBytes);
    // A codec that answers early reads no further; one that reads a broken stream fails.
    pipeSpan(deps.blobs, manifest, 0, sizeBytes, fixed.writable)
      .then(
        () => fixed.writable.close(),
        (error: unknown) => fixed.writable.abort(error),
      )
      .catch(() => undefined);
    const answer = await deps.codec.render(fixed.readable, sizeBytes);
    if (!answer.ok) return answer.reason === 'busy' ? null : NONE;
    const { images: bytes, ...facts } = answer.picture;
    const { stored } = await deps.blobs.put(objectKey, bytes, bytes.length);
    if (!stored) return null;
    return { version: CODEC_VERSION, images: { ...facts, objectKey } };
  }

  async function make(content: LookedAt): Promise<ContentImages | null> {
    const { contentKey } = content;
    const index = blobIndexOf(deps.blobIndex, contentKey);
    for (let poll = 0; poll < POLLS; poll += 1) {
      const turn = unwrap(await index.beginImages({ contentKey, version: CODEC_VERSION, objectKey: newBlobKey() }));
      if (turn.kind === 'known') return turn.known;
      if (turn.kind === 'gone') return null;
      if (turn.kind === 'yours') {
        const { objectKey } = turn;
        const made = await attempt(content, objectKey).catch((error: unknown) => {
          logError('images.make', error, {});
          return null;
        });
        const isStored = unwrap(await index.finishImages({ contentKey, objectKey, made }));
        return isStored ? made : null;
      }
      await delay(POLL_MS);
    }
    return null;
  }

  /** Once for each drive: pages of links that were read before do not have it. */
  async function note({ contentKey, ownerId }: LookedAt, known: ContentImages): Promise<void> {
    const mark = `${ownerId} ${contentKey}`;
    if (noted.has(mark)) return;
    unwrap(await driveOf(deps, ownerId).noteImages(contentKey, known));
    if (noted.size >= REMEMBERED) noted.clear();
    noted.add(mark);
  }

  /** The remembered images, those that another request of this isolate makes, or those of `attempted`. */
  async function awaited(
    contentKey: ContentKey,
    attempted: () => Promise<ContentImages | null>,
  ): Promise<ContentImages | null> {
    const untilMs = deps.clock.nowMs() + WAIT_MS;
    for (;;) {
      const made = remembered.get(contentKey);
      if (made) return made;
      const nowMs = deps.clock.nowMs();
      if ((making.get(contentKey) ?? 0) <= nowMs) break;
      if (nowMs > untilMs) return null;
      await delay(LOOK_MS);
    }
    making.set(contentKey, deps.clock.nowMs() + LEASE_MS);
    try {
      const made = await attempted();
      if (made) remember(contentKey, made);
      return made;
    } finally {
      making.delete(contentKey);
    }
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
      const made = await awaited(contentKey, () => turns.take(() => make(content)));
      if (!made) return null;
      await note(content, made);
      return made;
    },
    forget: (contentKey) => void remembered.delete(contentKey),
  };
}
