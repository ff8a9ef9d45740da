/**
 * Contents behind links to small images of a share. Requests that come at the same time share one question to the link's object, and
 * none asks within its lease. One question of a link is under way in an isolate at a time; requests that come after it was sent share
 * the next one. Each request looks by its own timers whether its question is answered: the runtime takes a request that awaits a
 * promise of another one for a hang.
 */
import { unwrap } from '#shared/errors.ts';
import { isWireId } from '#shared/ids.ts';
import { SECOND_MS } from '#shared/units.ts';
import { sleep } from '#worker/platform/clock.ts';
import type { ImageSource, SharedPictures } from '#worker/services/drive/service.ts';
import { type ShareParts, shareOf } from '../deps.ts';
import { makePictureMemory, type Picture } from '../memory/pictures.ts';
import type { PicturesAnswer } from '../state/rpc-types.ts';
import { loadPictures } from './loading.ts';

/** A browser asks for the images of a page at once. */
const GATHER_MS = 2;
const POLL_MS = 2;
/** The platform has ended the request of a question that takes longer. */
const WAIT_MS = 5 * SECOND_MS;
/** Files of one question. */
const MAX_FILES = 500;

/** The link that a scope of image links is signed for. */
interface Scope {
  readonly key: string;
  readonly shareId: string;
  readonly epoch: number;
  readonly ownerId: string;
}

type Answer = ReadonlyMap<string, Picture>;

interface Question {
  readonly fileIds: Set<string>;
  readonly atMs: number;
  /** By file; of a link that does not open, none. */
  answer?: Answer;
  error?: Error;
}

export function makePictures(parts: ShareParts): ImageSource {
  const { clock, afterAnswer } = parts;
  const memory = makePictureMemory();
  /** By scope: the question that more files may join, and the one that was sent last. */
  const gathering = new Map<string, Question>();
  const sent = new Map<string, Question>();

  const isOpen = (question: Question): boolean =>
    question.answer === undefined && question.error === undefined && clock.nowMs() < question.atMs + WAIT_MS;

  async function ask({ key, shareId, epoch, ownerId }: Scope, fileIds: readonly string[]): Promise<Answer> {
    const known = memory.known(key);
    const missingIds = fileIds.filter((id) => !known?.pictures.has(id));
    const input = { epoch, ownerId, fileIds, version: known?.version ?? null, missingIds };
    const askedAtMs = clock.nowMs();
    const answer: PicturesAnswer = unwrap(await shareOf(parts, shareId).pictures(input, loadPictures(parts)));
    if (!answer.isOpen) {
      memory.forget(key);
      return new Map();
    }
    const { version, lookedUpIds, leaseMs } = answer;
    const had = known?.version === version ? known.pictures : undefined;
    const pictures = JSON.parse(answer.pictures) as SharedPictures;
    const lookedUp = new Map(lookedUpIds.map((id): [string, Picture] => [id, pictures[id] ?? null]));
    // A link that expires is asked from that moment on.
    const untilMs = Math.min(askedAtMs + leaseMs, answer.expiresAtMs ?? Number.POSITIVE_INFINITY);
    memory.hold(key, { version, pictures: lookedUp, chars: answer.pictures.length, untilMs });
    return new Map(fileIds.map((id) => [id, lookedUp.get(id) ?? had?.get(id) ?? null]));
  }

  /** Sends a question when the one before it is answered, which may have brought a lease for all. */
  async function send(scope: Scope, question: Question): Promise<void> {
    const { key } = scope;
    try {
      await sleep(GATHER_MS);
      const before = sent.get(key);
      while (before && isOpen(before)) await sleep(POLL_MS);
      if (gathering.get(key) === question) gathering.delete(key);
      sent.set(key, question);
      const nowMs = clock.nowMs();
      const leased = [...question.fileIds].map((id) => [id, memory.leased(key, id, nowMs)] as const);
      const fileIds = leased.flatMap(([id, picture]) => (picture === undefined ? [id] : []));
      const asked = fileIds.length === 0 ? undefined : await ask(scope, fileIds);
      question.answer = new Map(leased.map(([id, picture]) => [id, picture ?? asked?.get(id) ?? null]));
    } catch (error) {
      question.error = error as Error;
    } finally {
      if (sent.get(key) === question) sent.delete(key);
    }
  }

  function begin(scope: Scope): Question {
    const question: Question = { fileIds: new Set(), atMs: clock.nowMs() };
    gathering.set(scope.key, question);
    // It goes on when the request that began it is gone.
    afterAnswer(send(scope, question));
    return question;
  }

  async function pictureOf(scope: Scope, fileId: string): Promise<Picture> {
    const known = memory.leased(scope.key, fileId, clock.nowMs());
    if (known !== undefined) return known;
    const current = gathering.get(scope.key);
    const isJoined = current && isOpen(current) && current.fileIds.size < MAX_FILES;
    const question = isJoined ? current : begin(scope);
    question.fileIds.add(fileId);
    while (isOpen(question)) {
      await sleep(POLL_MS);
      const leased = memory.leased(scope.key, fileId, clock.nowMs());
      if (leased !== undefined) return leased;
    }
    if (question.error !== undefined) throw question.error;
    const answer = question.answer ?? (await ask(scope, [fileId]));
    return answer.get(fileId) ?? null;
  }

  return async ({ holder: shareId, epoch, ownerId, nodeId, contentMark }) => {
    if (!isWireId(nodeId)) return null;
    const scope = { key: `${shareId} ${epoch} ${ownerId}`, shareId, epoch, ownerId };
    const picture = await pictureOf(scope, nodeId);
    return picture?.contentMark === contentMark ? picture : null;
  };
}
