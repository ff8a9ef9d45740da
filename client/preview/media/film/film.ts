/** A film whose container the browser does not open, played from pieces: its sounds, subtitles and chapters to choose from. */
import { readRange, withFreshLink } from '../../content.ts';
import { make } from '../../element.ts';
import { PreviewError } from '../../preview-error.ts';
import type { ShowContext } from '../../preview-types.ts';
import type { Shortfall } from '../../shortfall.ts';
import { type AskedPosition, clockOf, leftAt } from '../resume.ts';
import { type ReadRange, SOUND_NAMES } from '../sound-codec.ts';
import { languageTagOf } from '../subtitles.rules.ts';
import { canFeed, type Feed, feed } from './feed.ts';
import { type FilmFile, type FilmTrack, openFilmFile } from './film-file.ts';
import { addFilmSubtitles, trackLabel } from './film-subtitles.ts';
import type { Chapter } from './matroska.rules.ts';
import { readExtras } from './matroska.ts';

/** Names of codecs as people know them. */
const CODECS: Readonly<Record<string, string>> = {
  avc: 'H.264',
  hevc: 'H.265',
  av1: 'AV1',
  vp9: 'VP9',
  vp8: 'VP8',
  ...SOUND_NAMES,
  aac: 'AAC',
  'MPEG4/ISO/ASP': 'MPEG-4',
  MPEG2: 'MPEG-2',
  'MS/VFW/FOURCC': 'AVI',
};
const nameOf = ({ codec }: FilmTrack): string => CODECS[codec] ?? (codec || '?');

/** The sound in the language of the page, else the first. */
function firstSound(sounds: readonly FilmTrack[], locale: string): FilmTrack | undefined {
  const base = (tag: string) => tag.split('-', 1)[0];
  return sounds.find(({ language }) => base(languageTagOf(language)) === base(locale)) ?? sounds[0];
}

/**
 * Resolves when the player has the length.
 * @param fail  is called with a failure after that
 * @throws PreviewError, what the feed throws
 */
async function begin(
  player: HTMLMediaElement,
  start: (fail: (error: unknown) => void) => Promise<Feed>,
  fail: (error: unknown) => void,
  signal: AbortSignal,
): Promise<Feed> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  player.onloadedmetadata = () => resolve();
  player.onerror = () => reject(new PreviewError('codec'));
  let tell: (error: unknown) => void = reject;
  const [made] = await Promise.all([start((error) => tell(error)), promise]);
  tell = fail;
  player.onerror = () => fail(new PreviewError('codec'));
  return made;
}

function soundChoice(sounds: readonly FilmTrack[], chosen: FilmTrack, made: Feed, { host }: ShowContext): HTMLElement {
  const { t, locale } = host.translator;
  const label = t('preview.sound');
  const choice = make('select', { class: 'viewer-select', 'aria-label': label, title: label });
  for (const [at, sound] of sounds.entries())
    choice.append(make('option', { value: at, selected: sound === chosen }, trackLabel(sound, at, locale)));
  choice.addEventListener('change', () => {
    const sound = sounds[Number(choice.value)];
    if (sound) made.showSound(sound);
  });
  return choice;
}

function chapterChoice(
  player: HTMLMediaElement,
  chapters: readonly Chapter[],
  { host, signal }: ShowContext,
): HTMLElement {
  const label = host.translator.t('preview.chapter');
  const choice = make('select', { class: 'viewer-select', 'aria-label': label, title: label });
  for (const [index, { at, name }] of chapters.entries())
    choice.append(make('option', { value: index }, name || clockOf(at)));
  choice.addEventListener('change', () => {
    const chapter = chapters[Number(choice.value)];
    if (chapter) player.currentTime = chapter.at;
  });
  const follow = () => {
    const now = chapters.findLastIndex(({ at }) => at <= player.currentTime + 0.1);
    if (now >= 0 && document.activeElement !== choice) choice.value = String(now);
  };
  player.addEventListener('timeupdate', follow, { signal });
  return choice;
}

/** A failure of the file: readers throw what they like. */
const failureOf = (error: unknown): PreviewError =>
  error instanceof PreviewError ? error : new PreviewError('unreadable', '', { cause: error });

/** @throws PreviewError */
async function open(sizeBytes: number, read: ReadRange, signal: AbortSignal): Promise<FilmFile> {
  try {
    return await openFilmFile(sizeBytes, read);
  } catch (error) {
    if (signal.aborted || error instanceof PreviewError) throw error;
    throw new PreviewError('codec', '', { cause: error });
  }
}

export interface PlayedFilm {
  readonly tools: readonly HTMLElement[];
  end(): void;
}

/** @throws PreviewError */
export async function playFilm(
  player: HTMLMediaElement,
  context: ShowContext,
  shortfall: Shortfall,
  asked: Promise<AskedPosition>,
): Promise<PlayedFilm> {
  const { host, item, link, signal, fail } = context;
  const { t, locale } = host.translator;
  const read: ReadRange = (start, end) => withFreshLink(link, (url) => readRange(url, signal)(start, end));
  const film = await open(item.sizeBytes, read, signal);
  try {
    const { picture, sounds } = film;
    if (picture && !canFeed(picture))
      throw new PreviewError('codec', t('preview.problem.codec_named', { codec: nameOf(picture) }));
    const heard = sounds.filter(canFeed);
    const sound = firstSound(heard, locale) ?? null;
    if (!picture && !sound) throw new PreviewError('codec');
    const unheard = sounds.filter((one) => !heard.includes(one)).map(nameOf);
    if (unheard.length > 0)
      shortfall.tell('sound', [t('preview.silent', { codec: host.format.list([...new Set(unheard)]) })]);
    const start = (failed: (error: unknown) => void) => feed({ player, film, picture, sound, signal, fail: failed });
    // Before anything of the beginning is read.
    player.currentTime = leftAt(context, await asked, film.seconds - film.startSeconds);
    const made = await begin(player, start, (error) => fail(failureOf(error)), signal);
    const tools = make('span', { class: 'viewer-film-tools' });
    if (sound && heard.length > 1) tools.append(soundChoice(heard, sound, made, context));
    readExtras(item.sizeBytes, read).then(
      ({ chapters, subtitles }) => {
        if (signal.aborted) return;
        const unread = addFilmSubtitles(player, subtitles, film.startSeconds, context);
        if (unread.length > 0)
          shortfall.tell('film-subtitles', [t('preview.subtitles_unread', { names: host.format.list(unread) })]);
        if (chapters.length > 1) tools.append(chapterChoice(player, chapters, context));
      },
      (error: unknown) => !signal.aborted && console.warn('parts of the film', error),
    );
    return { tools: [tools], end: film.close };
  } catch (error) {
    film.close();
    throw signal.aborted ? error : failureOf(error);
  }
}
