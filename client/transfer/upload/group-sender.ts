/**
 * Small files gathered into few requests: while some are under way those that follow gather for the next. Each file ends by itself; one that
 * a group cannot carry is left to be sent alone.
 */
import { ApiError } from '#client/api/errors.ts';
import { GROUP_BYTES, GROUP_FILES } from '#shared/drive/upload-group.ts';
import type { ErrorName } from '#shared/errors.ts';
import { KIB, wireTime } from '#shared/units.ts';
import type { Slots } from '../slots.ts';
import type { After } from '../timers.ts';
import { checkReadable, mayPass, problemOf } from './failure.ts';
import type { GroupRequest, Send, WholeRequest } from './send-part.ts';

/** A larger file gains little by company. */
export const GROUPED_FILE_BYTES = 128 * KIB;
/** Requests at once: the server stores one while another is sent. */
const LANES = 3;
/** Files that may wait for a request or be in one: the next group is full when a lane is free. */
export const GROUPED_AT_ONCE = (LANES + 1) * GROUP_FILES;
/** Refusals of the request as such: its files may be taken alone, also when the bearer has run out, which the calls of a session renew. */
const OF_REQUEST: readonly ErrorName[] = [
  'invalid_argument',
  'request_too_large',
  'unauthenticated',
  'permission_denied',
  'internal',
  'unknown',
];
/** An earlier version of the server has no such call. */
const NOT_OFFERED: readonly ErrorName[] = ['not_found', 'unimplemented'];

export interface GroupSenderDeps {
  readonly sendGroup: Send<GroupRequest>;
  readonly slots: Slots;
  readonly after: After;
  readonly nextOrigin: () => string;
}

export interface GroupedRequest extends WholeRequest {
  readonly sizeBytes: number;
}

/** @returns whether the file is stored; false: it has to be sent alone. @throws ApiError, FileChanged; the reason of the signal */
export type SendGrouped = (request: GroupedRequest) => Promise<boolean>;

interface Passenger {
  readonly request: GroupedRequest;
  /** The file has its end; later calls change nothing. */
  end(outcome: boolean | { readonly error: unknown }): void;
  readonly hasEnded: () => boolean;
}

function lineOf(group: readonly Passenger[]): string {
  const files = group.map(({ request: { parentId, name, sizeBytes, modifiedMs, takenTime, conflict, key } }) => ({
    parent_id: parentId,
    name,
    size: sizeBytes,
    user_modified_time: wireTime(modifiedMs),
    taken: takenTime || undefined,
    conflict,
    key,
  }));
  return `${JSON.stringify(files)}\n`;
}

/** Divides the bytes that were sent among the files, in their order. */
function reportSent(group: readonly Passenger[], sentBytes: number): void {
  let left = Math.max(0, sentBytes);
  for (const { request, hasEnded } of group) {
    const { sizeBytes } = request;
    if (!hasEnded()) request.onSent(Math.min(sizeBytes, left));
    left = Math.max(0, left - sizeBytes);
  }
}

/** A file that cannot be read breaks the request of all as if there were no network: it is found, and the others go on alone. */
async function endUnread(group: readonly Passenger[], error: ApiError): Promise<void> {
  const broken = await Promise.all(
    group.map(({ request }) =>
      checkReadable(request.bytes).then(
        () => null,
        (cause: unknown) => cause,
      ),
    ),
  );
  const isOfFile = broken.some((cause) => cause !== null);
  for (const [at, passenger] of group.entries()) {
    const cause = broken[at] ?? null;
    if (cause !== null) passenger.end({ error: cause });
    else passenger.end(isOfFile ? false : { error });
  }
}

export function makeGroupSender({ sendGroup, slots, after, nextOrigin }: GroupSenderDeps): SendGrouped {
  const waiting = new Set<Passenger>();
  const never = new AbortController().signal;
  let lanes = 0;
  let isOffered = true;

  function takeGroup(): Passenger[] {
    const group: Passenger[] = [];
    let bytes = 0;
    for (const passenger of waiting) {
      bytes += passenger.request.sizeBytes;
      if (group.length === GROUP_FILES || bytes > GROUP_BYTES) break;
      waiting.delete(passenger);
      group.push(passenger);
    }
    return group;
  }

  async function onFailure(group: readonly Passenger[], error: unknown): Promise<void> {
    const name = error instanceof ApiError ? error.errorName : 'unknown';
    if (NOT_OFFERED.includes(name)) isOffered = false;
    if (NOT_OFFERED.includes(name) || OF_REQUEST.includes(name)) for (const { end } of group) end(false);
    else if (error instanceof ApiError && problemOf(error) === 'network') await endUnread(group, error);
    else for (const { end } of group) end({ error });
  }

  async function carry(group: readonly Passenger[]): Promise<void> {
    // One file needs no group.
    if (group.length === 1) return group[0]?.end(false);
    const control = new AbortController();
    const onAbort = () => {
      if (group.every(({ request }) => request.signal.aborted)) control.abort();
    };
    for (const { request } of group) request.signal.addEventListener('abort', onAbort, { once: true });
    const line = new Blob([lineOf(group)]);
    try {
      await sendGroup({
        origin: nextOrigin(),
        bytes: new Blob([line, ...group.map(({ request }) => request.bytes)]),
        signal: control.signal,
        onSent: (sentBytes) => reportSent(group, sentBytes - line.size),
        onEnd(at, error) {
          if (error && !mayPass(error)) group[at]?.end({ error });
          else group[at]?.end(error === null);
        },
      });
      for (const { end } of group) end(false);
    } catch (error) {
      await onFailure(group, error);
    }
    for (const { request } of group) request.signal.removeEventListener('abort', onAbort);
  }

  async function runLane(): Promise<void> {
    const release = await slots.take(never);
    const group = takeGroup();
    if (group.length > 0) await carry(group);
    release();
    lanes -= 1;
    // Those that follow come in the same turn.
    openLanes();
  }

  function openLanes(): void {
    const wanted = Math.min(LANES, lanes + Math.ceil(waiting.size / GROUP_FILES));
    for (; lanes < wanted; lanes += 1) after(0, () => void runLane());
  }

  return (request) => {
    if (!isOffered) return Promise.resolve(false);
    return new Promise((resolve, reject) => {
      let hasEnded = false;
      const passenger: Passenger = {
        request,
        hasEnded: () => hasEnded,
        end(outcome) {
          hasEnded = true;
          request.signal.removeEventListener('abort', leave);
          if (typeof outcome === 'boolean') resolve(outcome);
          else reject(outcome.error);
        },
      };
      const leave = () => {
        waiting.delete(passenger);
        passenger.end({ error: request.signal.reason });
      };
      request.signal.addEventListener('abort', leave, { once: true });
      waiting.add(passenger);
      openLanes();
    });
  };
}
