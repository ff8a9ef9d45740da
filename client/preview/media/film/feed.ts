/** Gives a player the picture and one sound of a film, piece by piece. */
import { MIB } from '#shared/units.ts';
import type { FilmFile, FilmTrack } from './film-file.ts';
import { type Lane, makeLane } from './lane.ts';

const PICTURE_BYTES = 28 * MIB;
const SOUND_BYTES = 4 * MIB;

/** iPhones have the second alone. */
type Source = typeof MediaSource;
const sourceOf = (): Source | undefined =>
  (globalThis as { ManagedMediaSource?: Source }).ManagedMediaSource ?? globalThis.MediaSource;

/** Whether the browser plays the track from pieces. */
export const canFeed = ({ type }: FilmTrack): boolean => type !== '' && sourceOf()?.isTypeSupported(type) === true;

export interface Feed {
  showSound(track: FilmTrack): void;
}

interface FeedOptions {
  readonly player: HTMLMediaElement;
  readonly film: FilmFile;
  readonly picture: FilmTrack | null;
  readonly sound: FilmTrack | null;
  readonly signal: AbortSignal;
  readonly fail: (error: unknown) => void;
}

/** Resolves when the pieces begin to come. */
export async function feed({ player, film, picture, sound, signal, fail }: FeedOptions): Promise<Feed> {
  const Made = sourceOf();
  if (!Made) throw new Error('no MediaSource');
  const source = new Made();
  // Wanted by ManagedMediaSource.
  player.disableRemotePlayback = true;
  const address = URL.createObjectURL(source);
  const opened = new Promise((resolve) => {
    source.addEventListener('sourceopen', resolve, { once: true });
    signal.addEventListener('abort', resolve, { once: true });
  });
  player.src = address;
  await opened;
  URL.revokeObjectURL(address);
  signal.throwIfAborted();
  if (film.seconds > 0) source.duration = film.seconds - film.startSeconds;

  const ended = new Map<FilmTrack, boolean>();
  const laneOf = (track: FilmTrack, mostBytes: number, besideUntil?: () => number): Lane => {
    const buffer = source.addSourceBuffer(track.type);
    ended.set(track, false);
    const isOpen = () => source.readyState === 'open';
    const onEnd = (isEnded: boolean) => {
      ended.set(track, isEnded);
      const isIdle = [...source.sourceBuffers].every(({ updating }) => !updating);
      if (isIdle && isOpen() && [...ended.values()].every(Boolean)) source.endOfStream();
    };
    const { startSeconds } = film;
    return makeLane({ player, buffer, isOpen, startSeconds, mostBytes, besideUntil, signal, fail, onEnd });
  };
  // All buffers are there before the first piece.
  const pictures = picture && laneOf(picture, PICTURE_BYTES);
  const sounds = sound && laneOf(sound, SOUND_BYTES, pictures ? pictures.until : undefined);
  if (picture) pictures?.show(picture);
  if (sound) sounds?.show(sound);
  return { showSound: (track) => sounds?.show(track) };
}
