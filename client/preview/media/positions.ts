/** Where a person left videos and audio files, on this device. */
import { fieldsOf, json, type LocalKey } from '#client/browser-storage/key-kinds.ts';
import { makeLocalStore } from '#client/browser-storage/local.ts';

/** Files whose position is stored; the oldest is dropped. */
const MAX_FILES = 200;
/** Below 5 s, and this near the end, a file starts from its beginning. */
const MIN_SECONDS = 5;
const END_SECONDS = 10;

type Positions = Readonly<Record<string, number>>;

function keyOf(userId: string): LocalKey<Positions> {
  return json<Positions>(
    `pp_play_positions_${userId}`,
    (value) =>
      Object.fromEntries(
        Object.entries(fieldsOf(value))
          .filter((pair): pair is [string, number] => typeof pair[1] === 'number' && pair[1] > 0)
          .slice(-MAX_FILES),
      ),
    (value) => value,
  );
}

/** Whether a file continues there. Pure. */
export function isWorthResuming(seconds: number, durationSeconds: number): boolean {
  return seconds >= MIN_SECONDS && seconds <= durationSeconds - END_SECONDS;
}

export interface PlayPositions {
  /** Seconds; 0 for the beginning. */
  get(fileId: string): number;
  /** @param seconds  0 forgets the file */
  set(fileId: string, seconds: number): void;
}

/** @param userId  '' for a visitor */
export function makePlayPositions(userId: string): PlayPositions {
  const store = makeLocalStore(() => localStorage);
  const key = keyOf(userId);
  const all = () => store.get(key) ?? {};
  return {
    get: (fileId) => all()[fileId] ?? 0,
    set: (fileId, seconds) => {
      const { [fileId]: _, ...others } = all();
      const newest = Object.entries(others).slice(-(MAX_FILES - 1));
      store.set(key, Object.fromEntries(seconds > 0 ? [...newest, [fileId, Math.round(seconds * 10) / 10]] : newest));
    },
  };
}
