/** Subtitles inside a film as tracks of the player, each line read when the player comes near. */
import type { ShowContext } from '../../preview-types.ts';
import { languageTagOf, spokenText } from '../subtitles.rules.ts';
import type { CuePlace, SubtitleTrack } from './matroska.rules.ts';
import type { FilmCue, FilmSubtitles } from './matroska.ts';

/** Text; others are pictures. */
const TEXTS = new Set(['S_TEXT/UTF8', 'S_TEXT/ASCII', 'S_TEXT/WEBVTT', 'S_TEXT/ASS', 'S_TEXT/SSA', 'S_ASS', 'S_SSA']);
const SUB_STATION = /(ASS|SSA)$/;
/** Fields of a line of SubStation before its text. */
const FIELDS = /^(?:[^,]{0,200},){8}/;
const AHEAD_SECONDS = 60;
const BEHIND_SECONDS = 30;
/** Of one look ahead: the picture is read beside them. */
const MOST_LINES = 100;

/** `English (forced)`; the number of a track that says nothing. */
export function trackLabel(
  { language, name }: Pick<SubtitleTrack, 'language' | 'name'>,
  at: number,
  locale: string,
): string {
  const tag = languageTagOf(language);
  const known = tag === '' ? '' : (new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag);
  if (known === '') return name || `${at + 1}`;
  return name === '' ? known : `${known} (${name})`;
}

const isReadable = ({ track, places }: FilmSubtitles) =>
  TEXTS.has(track.codec) && track.packing !== 'unknown' && places !== null;

export function textOf({ codec }: Pick<SubtitleTrack, 'codec'>, line: string): string {
  return SUB_STATION.test(codec) ? spokenText(line.replace(FIELDS, '')) : spokenText(line);
}

/** Lines that are near and have not been asked for. */
function nearPlaces(places: readonly CuePlace[], at: number, asked: ReadonlySet<CuePlace>): readonly CuePlace[] {
  return places
    .filter((place) => place.at > at - BEHIND_SECONDS && place.at < at + AHEAD_SECONDS && !asked.has(place))
    .slice(0, MOST_LINES);
}

/**
 * @param startSeconds  where the film begins
 * @returns names of the tracks that are not shown
 */
export function addFilmSubtitles(
  player: HTMLMediaElement,
  subtitles: readonly FilmSubtitles[],
  startSeconds: number,
  { host, signal }: ShowContext,
): readonly string[] {
  const { locale } = host.translator;
  for (const [at, { track, places, read }] of subtitles.entries()) {
    if (!isReadable({ track, places, read }) || !places) continue;
    const shown = player.addTextTrack('subtitles', trackLabel(track, at, locale), languageTagOf(track.language));
    const asked = new Set<CuePlace>();
    let isReading = false;
    const addCue = (cue: FilmCue | null) => {
      const text = cue ? textOf(track, cue.text) : '';
      if (cue && text !== '') shown.addCue(new VTTCue(cue.from - startSeconds, cue.until - startSeconds, text));
    };
    const look = async (): Promise<void> => {
      if (shown.mode !== 'showing' || isReading) return;
      isReading = true;
      try {
        const near = nearPlaces(places, player.currentTime + startSeconds, asked);
        for (const place of near) {
          if (signal.aborted) return;
          asked.add(place);
          addCue(await read(place));
        }
      } catch (error) {
        if (!signal.aborted) console.warn('subtitles', error);
      } finally {
        isReading = false;
      }
    };
    player.addEventListener('timeupdate', () => void look(), { signal });
    player.addEventListener('seeked', () => void look(), { signal });
    player.textTracks.addEventListener('change', () => void look(), { signal });
  }
  return subtitles.flatMap((one, at) => (isReadable(one) ? [] : [trackLabel(one.track, at, locale)]));
}
