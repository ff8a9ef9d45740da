/** One track of a film in its SourceBuffer: some seconds ahead of the player, little behind it, and anew where it jumps. */
import type { FilmPiece, FilmTrack } from './film-file.ts';

/** So far ahead, s. */
const AHEAD_SECONDS = 40;
/** With less than this ahead the next piece comes, however large it is, s. */
const SCARCE_SECONDS = 1;
/** Kept behind the player, s. */
const BEHIND_SECONDS = 10;
/** Ahead of the picture, s. */
const AHEAD_OF_PICTURE_SECONDS = 0.5;
/** Dispatched on the player when a piece is in. */
const PIECE_EVENT = 'magpie-piece';
/** Two pieces that meet may leave so much between them, s. */
const GAP_SECONDS = 0.2;

export interface LaneOptions {
  readonly player: HTMLMediaElement;
  readonly buffer: SourceBuffer;
  /** Whether its source takes more: it does not after the last piece. */
  readonly isOpen: () => boolean;
  /** Where the file begins, s: the player begins at 0. */
  readonly startSeconds: number;
  /** Most bytes ahead of the player, but for the first piece and one that it is about to need. */
  readonly mostBytes: number;
  /**
   * Of a sound: the end of the picture that is in, s. Picture and sound alternate in the file, so a sound that runs ahead reads the picture as well,
   * which is not used. Left out: the lane runs alone.
   */
  readonly besideUntil?: (() => number) | undefined;
  readonly signal: AbortSignal;
  readonly fail: (error: unknown) => void;
  /** The last piece is in, or is no longer. */
  readonly onEnd: (isEnded: boolean) => void;
}

export interface Lane {
  /** End of the last piece that is in, s of the player. */
  until(): number;
  /** Takes the place of the track before. */
  show(track: FilmTrack): void;
}

/** Resolves when one of the events comes, or at once where the signal has ended. */
function eventOf(target: EventTarget, types: readonly string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const control = new AbortController();
    const end = () => {
      control.abort();
      resolve();
    };
    for (const type of types) target.addEventListener(type, end, { signal: control.signal });
    signal.addEventListener('abort', end, { signal: control.signal });
  });
}

export function makeLane({
  player,
  buffer,
  isOpen,
  startSeconds,
  mostBytes,
  besideUntil = () => Number.POSITIVE_INFINITY,
  signal,
  fail,
  onEnd,
}: LaneOptions): Lane {
  let shown: FilmTrack | undefined;
  let run = new AbortController();
  /** Changes of the buffer one after another: it takes one at a time. */
  let last: Promise<void> = Promise.resolve();
  let pieces: { readonly until: number; readonly bytes: number }[] = [];

  const change = (act: () => void): Promise<void> => {
    const next = last.then(async () => {
      if (signal.aborted) return;
      act();
      if (buffer.updating) await eventOf(buffer, ['updateend'], signal);
    });
    last = next.catch(() => undefined);
    return next;
  };
  /** Of the range that holds the place of the player. */
  const bufferedUntil = (): number => {
    const at = player.currentTime;
    for (let range = 0; range < buffer.buffered.length; range += 1)
      if (buffer.buffered.start(range) <= at + GAP_SECONDS && at <= buffer.buffered.end(range))
        return buffer.buffered.end(range);
    return -1;
  };
  const bytesAhead = () =>
    pieces.reduce((sum, { until, bytes }) => (until > player.currentTime ? sum + bytes : sum), 0);

  async function append(piece: FilmPiece, control: AbortController): Promise<void> {
    const { bytes, untilSeconds, atSeconds } = piece;
    const { signal: own } = control;
    while (!own.aborted && pieces.length > 0) {
      const ahead = bufferedUntil() - player.currentTime;
      const isScarce = ahead >= 0 && ahead < SCARCE_SECONDS;
      const isBeside = bufferedUntil() <= besideUntil() + AHEAD_OF_PICTURE_SECONDS;
      if (isScarce || (isBeside && ahead <= AHEAD_SECONDS && bytesAhead() + bytes.length <= mostBytes)) break;
      await eventOf(player, ['timeupdate', 'seeking', PIECE_EVENT], own);
    }
    if (own.aborted) return;
    const behind = player.currentTime - BEHIND_SECONDS;
    if (behind > 0) {
      await change(() => buffer.remove(0, behind));
      pieces = pieces.filter(({ until }) => until > behind);
    }
    await change(() => {
      if (own.aborted) return;
      if (atSeconds !== undefined) buffer.timestampOffset = atSeconds - startSeconds;
      buffer.appendBuffer(bytes);
    }).catch(async (error: unknown) => {
      // The browser stores less than is asked for here: the piece follows when the player has come further.
      if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error;
      await eventOf(player, ['timeupdate', 'seeking'], own);
      await append(piece, control);
    });
    if (own.aborted) return;
    pieces.push({ until: untilSeconds - startSeconds, bytes: bytes.length });
    player.dispatchEvent(new Event(PIECE_EVENT));
  }

  async function fill(track: FilmTrack, from: number, control: AbortController): Promise<void> {
    onEnd(false);
    await change(() => {
      // Ends a fragment that is in by half.
      if (isOpen()) buffer.abort();
      buffer.timestampOffset = -startSeconds;
      if (track !== shown) buffer.changeType(track.type);
      if (buffer.buffered.length > 0) buffer.remove(0, Number.POSITIVE_INFINITY);
    });
    shown = track;
    pieces = [];
    // The sound is read when its picture is: it lies between.
    while (besideUntil() < from && !control.signal.aborted) await eventOf(player, [PIECE_EVENT], control.signal);
    for await (const piece of track.pieces(from + startSeconds, control.signal)) {
      await append(piece, control);
      if (control.signal.aborted) return;
    }
    if (control.signal.aborted) return;
    pieces.push({ until: Number.POSITIVE_INFINITY, bytes: 0 });
    player.dispatchEvent(new Event(PIECE_EVENT));
    onEnd(true);
  }

  function begin(track: FilmTrack): void {
    run.abort();
    run = new AbortController();
    pieces = [];
    const control = run;
    fill(track, player.currentTime, control).catch((error: unknown) => {
      if (!control.signal.aborted && !signal.aborted) fail(error);
    });
  }

  signal.addEventListener('abort', () => run.abort());
  player.addEventListener('seeking', () => shown && bufferedUntil() < 0 && begin(shown), { signal });
  return { show: begin, until: () => pieces.at(-1)?.until ?? Number.NEGATIVE_INFINITY };
}
