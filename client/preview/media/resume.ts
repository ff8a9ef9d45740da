/** Continues a video or audio file where the person left it, on this device or on another one, and stores where they leave it now. */
import type { ShowContext } from '../preview-types.ts';
import { isWorthResuming, latest, makePlayPositions, type PlayPosition } from './positions.ts';

/** The position is stored on this device this often while it plays. */
const STORE_MS = 5_000;
/** It is sent to the server this often. */
const REPORT_MS = 15_000;
/** A pause that lasts this long is sent: the person may go on at another device while this page stays open. */
const REST_MS = 1_000;
/** A server that takes longer to answer does not delay the player. */
const WAIT_MS = 1_500;

/** Minutes and seconds, with hours where there are any. */
export function clockOf(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Answer of the server. `isKnown`: it answered in time, or nothing is asked. */
export interface AskedPosition {
  readonly remote: PlayPosition | null;
  readonly isKnown: boolean;
}

/** Asked while the player loads. Never rejects. */
export async function askPosition({ host, item, signal }: ShowContext): Promise<AskedPosition> {
  if (!host.left) return { remote: null, isKnown: true };
  const late = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
  try {
    return { remote: await host.left(item, late), isKnown: true };
  } catch {
    // Offline or slow: the position of this device counts.
    return { remote: null, isKnown: false };
  }
}

/** Where it was left, s; 0 for a start at the beginning. @param length  of the file, s */
export function leftAt({ host, item }: ShowContext, { remote }: AskedPosition, length: number): number {
  const { seconds } = latest(makePlayPositions(host.userId).get(item.id), remote);
  return isWorthResuming(seconds, length) ? seconds : 0;
}

/** @returns stores the position for the last time */
export function watchPosition(player: HTMLMediaElement, context: ShowContext, asked: AskedPosition): () => void {
  const { host, item, note } = context;
  const { isKnown } = asked;
  const { t } = host.translator;
  const positions = makePlayPositions(host.userId);
  const seconds = leftAt(context, asked, player.duration);
  if (seconds > 0) {
    player.currentTime = seconds;
    note(t('preview.resumed', { time: clockOf(seconds) }), {
      label: t('preview.start_over'),
      onPress: () => {
        player.currentTime = 0;
      },
    });
  }
  const store = () => positions.set(item.id, { seconds: player.currentTime, atMs: Date.now() });
  /** Second that was sent last. */
  let sentSeconds = player.currentTime;
  const report = () => {
    sentSeconds = player.currentTime;
    host.played(item, player.currentTime, player.duration);
  };
  const storing = setInterval(() => !player.paused && store(), STORE_MS);
  const reporting = setInterval(() => !player.paused && report(), REPORT_MS);
  // A start at the beginning would replace a position that the server was too slow to answer.
  if (isKnown) player.addEventListener('play', report, { once: true });
  const leave = () => {
    store();
    if (Math.round(player.currentTime) !== Math.round(sentSeconds)) report();
  };
  const hide = () => document.visibilityState === 'hidden' && leave();
  let resting: ReturnType<typeof setTimeout> | undefined;
  player.addEventListener('pause', () => {
    store();
    clearTimeout(resting);
    resting = setTimeout(() => player.paused && leave(), REST_MS);
  });
  // A request of `pagehide` is lost where the next document takes the place of this one at once; a hidden page has no `beforeunload`.
  addEventListener('beforeunload', leave);
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', hide);
  return () => {
    clearTimeout(resting);
    clearInterval(storing);
    clearInterval(reporting);
    removeEventListener('beforeunload', leave);
    removeEventListener('pagehide', leave);
    document.removeEventListener('visibilitychange', hide);
    if (player.currentTime > 0) leave();
  };
}
