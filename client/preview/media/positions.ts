/** Where a person left videos and audio files: what this device stores, and whether another one stored it later. */
import { fieldsOf, json, type LocalKey } from '#client/browser-storage/key-kinds.ts';
import { makeLocalStore } from '#client/browser-storage/local.ts';

/** Files whose position is stored; the oldest is dropped. */
const MAX_FILES = 200;
/** Below 5 s, and this near the end, a file starts from its beginning. */
const MIN_SECONDS = 5;
const END_SECONDS = 10;

/** A place in a file, and when the person left it there. */
export interface PlayPosition {
  readonly seconds: number;
  /** Epoch ms; 0 unknown. */
  readonly atMs: number;
}

const START: PlayPosition = { seconds: 0, atMs: 0 };

type Positions = Readonly<Record<string, PlayPosition>>;

/** A bare number is a position that was stored without its time. */
function readPosition(value: unknown): PlayPosition {
  if (typeof value === 'number') return { seconds: value, atMs: 0 };
  const { seconds, atMs } = fieldsOf(value);
  return { seconds: typeof seconds === 'number' ? seconds : 0, atMs: typeof atMs === 'number' ? atMs : 0 };
}

function keyOf(userId: string): LocalKey<Positions> {
  return json<Positions>(
    `pp_play_positions_${userId}`,
    (value) =>
      Object.fromEntries(
        Object.entries(fieldsOf(value))
          .map(([id, stored]) => [id, readPosition(stored)] as const)
          .slice(-MAX_FILES),
      ),
    (value) => value,
  );
}

/** The position that was stored last, here or by another device. Pure. */
export function latest(local: PlayPosition, remote: PlayPosition | null): PlayPosition {
  return remote !== null && remote.atMs > local.atMs ? remote : local;
}

/** Whether a file continues there. Pure. */
export function isWorthResuming(seconds: number, durationSeconds: number): boolean {
  return seconds >= MIN_SECONDS && seconds <= durationSeconds - END_SECONDS;
}

export interface PlayPositions {
  get(fileId: string): PlayPosition;
  set(fileId: string, position: PlayPosition): void;
}

/** @param userId  '' for a visitor */
export function makePlayPositions(userId: string): PlayPositions {
  const store = makeLocalStore(() => localStorage);
  const key = keyOf(userId);
  const all = () => store.get(key) ?? {};
  return {
    get: (fileId) => all()[fileId] ?? START,
    set: (fileId, { seconds, atMs }) => {
      const { [fileId]: _, ...others } = all();
      const newest = Object.entries(others).slice(-(MAX_FILES - 1));
      const position = { seconds: Math.round(seconds * 10) / 10, atMs };
      store.set(key, Object.fromEntries([...newest, [fileId, position]]));
    },
  };
}
