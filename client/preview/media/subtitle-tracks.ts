/** Subtitle files of the folder as tracks of a player, each read in its encoding, which the reader may change. */
import type { TextEncoding } from '#shared/content/encoding/encodings.ts';
import { readAll, withFreshLink } from '../content.ts';
import { make } from '../element.ts';
import { type ChosenEncodings, makeChosenEncodings } from '../encoding/chosen-encodings.ts';
import { makeEncodingMenu } from '../encoding/encoding-menu.ts';
import type { PreviewItem, ShowContext } from '../preview-types.ts';
import { firstShown, SUBTITLE_BYTES, type SubtitleFile, subtitlesOf, toVtt } from './subtitles.rules.ts';

/** A subtitle file and its track. */
interface Track {
  readonly file: SubtitleFile;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly element: HTMLTrackElement;
  /** Address of its text; '' before it is read. */
  address: string;
}

/** Reads the text anew. @returns the encoding that was found. @throws Error when it holds no subtitles */
async function readTrack(track: Track, chosen: ChosenEncodings, locale: string): Promise<TextEncoding> {
  const { decodeText } = await import('#shared/content/text-decoding.ts');
  const { item, language } = track.file;
  const { text, encoding } = decodeText(track.bytes, { language: language || locale }, chosen.get(item.id));
  const cues = toVtt(text);
  if (cues === null) throw new Error('no subtitles');
  const address = URL.createObjectURL(new Blob([cues], { type: 'text/vtt' }));
  if (track.address !== '') URL.revokeObjectURL(track.address);
  track.address = address;
  track.element.src = address;
  return encoding;
}

/** The menu of encodings for the shown track; none while nothing is shown. */
function watchShown(
  player: HTMLMediaElement,
  tools: HTMLElement,
  tracks: readonly Track[],
  context: ShowContext,
): void {
  const { translator, userId } = context.host;
  const chosen = makeChosenEncodings(userId);
  let drawn: Track | undefined;
  let menu: HTMLElement | undefined;
  const draw = () => {
    const showing = tracks.filter(({ element }) => element.track.mode === 'showing');
    const shown = showing.find((track) => track === drawn) ?? showing[0];
    // A browser that chooses a track by itself adds it to ours. A reader's choice turns the others off.
    if (showing.length > 1) showAlone(player, shown?.element.track);
    if (shown === drawn) return;
    menu?.remove();
    drawn = shown;
    if (!shown) return;
    const { item } = shown.file;
    const made = makeEncodingMenu(translator, chosen.get(item.id), (encoding) => {
      chosen.set(item.id, encoding);
      read();
    });
    const read = () =>
      void readTrack(shown, chosen, translator.locale).then(
        (encoding) => {
          if (chosen.get(item.id) === null) made.detected(encoding);
        },
        (error: unknown) => console.warn('subtitles', item.name, error),
      );
    menu = made.element;
    tools.append(menu);
    read();
  };
  player.textTracks.addEventListener('change', draw, { signal: context.signal });
  draw();
}

/** `English (forced)`; the word for subtitles where the name says nothing. */
function labelOf({ language, note }: SubtitleFile, { t, locale }: ShowContext['host']['translator']): string {
  const name = language === '' ? '' : (new Intl.DisplayNames([locale], { type: 'language' }).of(language) ?? language);
  if (name === '') return note === '' ? t('preview.subtitles') : note;
  return note === '' ? name : `${name} (${note})`;
}

/** Shows this track alone: two files would be drawn over each other. */
function showAlone(player: HTMLMediaElement, shown: TextTrack | undefined): void {
  for (const track of player.textTracks) track.mode = track === shown ? 'showing' : 'disabled';
}

/**
 * Adds the subtitle files of the folder.
 * @param tools  those of the player
 * @param tell  is called with the files that cannot be read
 * @returns frees them
 */
export async function addSubtitles(
  player: HTMLMediaElement,
  tools: HTMLElement,
  context: ShowContext,
  tell: (files: readonly PreviewItem[]) => void,
): Promise<() => void> {
  const { host, item, signal } = context;
  const { locale } = host.translator;
  const chosen = makeChosenEncodings(host.userId);
  const unread: PreviewItem[] = [];
  const tracks: Track[] = [];
  for (const file of subtitlesOf(item, host.items())) {
    try {
      const bytes = await withFreshLink(
        (isFresh = false) => host.link(file.item, isFresh),
        (url) => readAll(url, SUBTITLE_BYTES, signal, () => undefined),
      );
      const { language } = file;
      const label = labelOf(file, host.translator);
      const element = make('track', { kind: 'subtitles', label, srclang: language || 'und' });
      const track: Track = { file, bytes, element, address: '' };
      await readTrack(track, chosen, locale);
      player.append(element);
      tracks.push(track);
    } catch (error) {
      if (signal.aborted) break;
      console.warn('subtitles', file.item.name, error);
      unread.push(file.item);
    }
  }
  if (signal.aborted) return () => undefined;
  const first =
    tracks[
      firstShown(
        tracks.map(({ file }) => file),
        locale,
      )
    ];
  if (first) {
    showAlone(player, first.element.track);
    watchShown(player, tools, tracks, context);
  }
  if (unread.length > 0) tell(unread);
  return () => {
    for (const { address } of tracks) URL.revokeObjectURL(address);
  };
}
