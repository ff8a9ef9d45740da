/** A video or an audio file in the browser's own player: speed, floating window, subtitles, playlist, and the place where it was left. */
import { probe, readRange, readStart, withFreshLink } from '../content.ts';
import { iconButton, make, signOf } from '../element.ts';
import { extensionOf } from '../kinds.rules.ts';
import { PreviewError } from '../preview-error.ts';
import type { PreviewItem, ShowContext, Shown } from '../preview-types.ts';
import { makeShortfall, type Shortfall } from '../shortfall.ts';
import type { PlayedFilm } from './film/film.ts';
import { takeMediaKeys } from './media-session.ts';
import { makePlaylist, type Playlist } from './playlist.ts';
import { type AskedPosition, askPosition, clockOf, watchPosition } from './resume.ts';
import { SOUND_NAMES, soundCodecOf } from './sound-codec.ts';
import { openStream } from './stream.ts';
import { addSubtitles } from './subtitle-tracks.ts';
import type { Tags } from './tags/tag-texts.ts';

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;
const SEEK_SECONDS = 10;
/** Of a song that gives no parts, 4 MiB from its start are searched for tags. */
const TAG_BYTES = 4_194_304;

/** Resolves when the player has the length of the file. @throws PreviewError */
async function load(player: HTMLMediaElement, url: string, signal: AbortSignal): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      player.onloadedmetadata = () => resolve();
      player.onerror = () => reject(new PreviewError('codec'));
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      player.src = url;
    });
  } catch (error) {
    if (signal.aborted) throw error;
    // The player says only that it failed: a request to the address shows whether the content is there.
    if (!url.startsWith('blob:')) await probe(url, signal);
    throw error;
  }
}

/** A link that expires while it plays is renewed; the player continues where it was. */
function renewWhenLost(player: HTMLMediaElement, { link, fail, signal }: ShowContext): void {
  let isRenewed = false;
  player.onerror = () => {
    const at = player.currentTime;
    const wasPlaying = !player.paused;
    const again = async () => {
      const url = await link();
      try {
        await probe(url, signal);
      } catch (error) {
        if (isRenewed || !(error instanceof PreviewError) || error.problem !== 'closed') throw error;
        isRenewed = true;
        await load(player, await link(true), signal);
        player.currentTime = at;
        if (wasPlaying) await player.play();
        renewWhenLost(player, { link, fail, signal } as ShowContext);
        return;
      }
      throw new PreviewError('codec');
    };
    again().catch(fail);
  };
  player.onplaying = () => {
    isRenewed = false;
  };
}

/** A picture that the browser cannot draw: the sound plays on under a black window. */
function reportMissingPicture(player: HTMLVideoElement, shortfall: Shortfall, { host }: ShowContext): void {
  if (player.videoWidth === 0) shortfall.tell('picture', [host.translator.t('preview.no_picture')]);
}

/** Sound that the browser cannot play: the film plays on without it. */
async function reportSilentSound(player: HTMLMediaElement, shortfall: Shortfall, context: ShowContext): Promise<void> {
  const { host, item, link, signal } = context;
  const codec = await soundCodecOf(item.sizeBytes, readRange(await link(), signal));
  const types: Readonly<Record<string, string>> = { eac3: 'audio/mp4; codecs="ec-3"', ac3: 'audio/mp4; codecs="ac-3"' };
  if (codec === '' || signal.aborted || (types[codec] && player.canPlayType(types[codec]) !== '')) return;
  shortfall.tell('sound', [host.translator.t('preview.silent', { codec: SOUND_NAMES[codec] ?? codec })]);
}

function makeTools(player: HTMLMediaElement, playlist: Playlist, context: ShowContext): HTMLElement[] {
  const { t } = context.host.translator;
  const speed = make('select', { class: 'viewer-select', 'aria-label': t('preview.speed'), title: t('preview.speed') });
  for (const rate of SPEEDS)
    speed.append(make('option', { value: rate, selected: rate === 1 }, `${context.host.format.number(rate)}×`));
  speed.addEventListener('change', () => {
    player.playbackRate = Number(speed.value);
  });
  player.addEventListener('ratechange', () => {
    speed.value = String(player.playbackRate);
  });
  const tools: HTMLElement[] = [speed];
  if (player instanceof HTMLVideoElement && document.pictureInPictureEnabled)
    tools.push(
      iconButton({
        sign: 'floating',
        label: t('preview.floating'),
        onPress: () => {
          const change = document.pictureInPictureElement
            ? document.exitPictureInPicture()
            : player.requestPictureInPicture();
          change.catch(() => undefined);
        },
      }),
    );
  if (!playlist.isSingle && player instanceof HTMLVideoElement) {
    const button = iconButton({
      sign: 'list',
      label: t('preview.playlist'),
      onPress: () => {
        playlist.element.hidden = !playlist.element.hidden;
        button.setAttribute('aria-expanded', String(!playlist.element.hidden));
      },
      attributes: { 'aria-expanded': 'false' },
    });
    tools.push(button);
  }
  return tools;
}

function answerKey(event: KeyboardEvent, player: HTMLMediaElement): boolean {
  // The focused player answers its own keys: arrows seek, Space plays.
  if (event.target === player)
    return event.key.startsWith('Arrow') || event.key === ' ' ? seekOrPlay(event, player) : false;
  if (event.target instanceof HTMLButtonElement && event.key === ' ') return false;
  return seekOrPlay(event, player, true);
}

function seekOrPlay(event: KeyboardEvent, player: HTMLMediaElement, isOutside = false): boolean {
  const seek = (by: number) => {
    player.currentTime = Math.max(0, player.currentTime + by);
  };
  if (event.key === ' ' || event.key === 'k') {
    if (player.paused) void player.play().catch(() => undefined);
    else player.pause();
  } else if (event.key === 'j' || (!isOutside && event.key === 'ArrowLeft')) seek(-SEEK_SECONDS);
  else if (event.key === 'l' || (!isOutside && event.key === 'ArrowRight')) seek(SEEK_SECONDS);
  else if (event.key === 'm') player.muted = !player.muted;
  else return false;
  return true;
}

/** Tags of a song, from parts of it. @throws PreviewError */
async function loadTags({ host, item, link, signal }: ShowContext): Promise<Tags> {
  const { readTags } = await import('./tags/tags.ts');
  const { locale } = host.translator;
  return withFreshLink(link, async (url) => {
    if (!item.hasNoRanges) return readTags(readRange(url, signal), item.sizeBytes, locale);
    const bytes = await readStart(url, Math.min(TAG_BYTES, Math.max(1, item.sizeBytes)), signal);
    return readTags((start, end) => Promise.resolve(bytes.subarray(start, end)), bytes.length, locale);
  });
}

/** Title, artist and cover above the player of an audio file. @returns frees the cover */
function drawTags(stage: HTMLElement, tags: Tags, name: string): { cover: string; free: () => void } {
  const cover = tags.cover ? URL.createObjectURL(new Blob([tags.cover.bytes], { type: tags.cover.mime })) : '';
  const picture = cover === '' ? signOf('music', 64) : make('img', { src: cover, alt: '' });
  stage.querySelector('.viewer-cover')?.replaceChildren(picture);
  stage
    .querySelector('.viewer-track')
    ?.replaceChildren(
      make('p', { class: 'viewer-track-title' }, tags.title ?? name),
      make('p', { class: 'viewer-muted' }, [tags.artist, tags.album].filter(Boolean).join(' · ')),
    );
  return { cover, free: () => cover !== '' && URL.revokeObjectURL(cover) };
}

/** Containers that browsers do not open, or of which they play one sound alone. */
const FILMS = new Set(['mkv', 'mk3d', 'ts', 'mts', 'm2ts']);

type Started = readonly [context: ShowContext, shortfall: Shortfall, asked: Promise<AskedPosition>];

/** @throws PreviewError */
async function playInPieces(player: HTMLMediaElement, ...more: Started): Promise<PlayedFilm> {
  const { playFilm } = await import('./film/film.ts');
  return playFilm(player, ...more);
}

/**
 * By the browser itself, or in pieces where it does not open the container.
 * @returns null where the browser plays it
 * @throws PreviewError
 */
async function start(player: HTMLMediaElement, ...more: Started): Promise<PlayedFilm | null> {
  const [context] = more;
  const { item, link, signal } = context;
  const isFed = player instanceof HTMLVideoElement && !item.hasNoRanges;
  if (isFed && FILMS.has(extensionOf(item.name))) return playInPieces(player, ...more);
  try {
    await withFreshLink(link, (url) => load(player, url, signal));
  } catch (error) {
    if (!isFed || !(error instanceof PreviewError) || error.problem !== 'codec') throw error;
    return playInPieces(player, ...more);
  }
  renewWhenLost(player, context);
  return null;
}

/** @throws PreviewError */
export async function showMedia(context: ShowContext, kind: 'video' | 'audio'): Promise<Shown> {
  const { host, item, signal, showItem } = context;
  const player = make(kind, { controls: true, preload: 'metadata', playsinline: true, 'aria-label': item.name });
  const ends: (() => void)[] = [];
  const asked = askPosition(context);
  const shortfall = makeShortfall(context);
  let film: PlayedFilm | null = null;
  if (extensionOf(item.name) === 'm3u8') {
    const address = await openStream(context, player);
    ends.push(() => URL.revokeObjectURL(address));
    await load(player, address, signal);
  } else film = await start(player, context, shortfall, asked);
  if (film) ends.push(film.end);
  const playlist = makePlaylist(context, kind);
  const stage = make('div', { class: `viewer-${kind}` });
  if (kind === 'audio')
    stage.append(make('div', { class: 'viewer-cover' }, signOf('music', 64)), make('div', { class: 'viewer-track' }));
  stage.append(player);
  if (!playlist.isSingle) stage.append(playlist.element);
  playlist.element.hidden = kind === 'video';
  host.events.fire('player-mount', { fileId: item.id });

  ends.push(watchPosition(player, context, await asked));
  const step = (by: 1 | -1) => {
    const near = playlist.near(by);
    return near ? () => showItem(near.id) : null;
  };
  player.addEventListener('ended', () => step(1)?.());
  const keys = (tags: Tags, cover: string) =>
    takeMediaKeys(player, {
      title: tags.title ?? item.name,
      artist: tags.artist ?? '',
      album: tags.album ?? '',
      cover,
      previous: step(-1),
      next: step(1),
    });
  const tools = make(
    'div',
    { class: 'viewer-media-tools' },
    ...(film?.tools ?? []),
    ...makeTools(player, playlist, context),
  );
  let giveBack = keys({}, '');
  ends.push(() => giveBack());
  const late = (work: Promise<() => void>) =>
    void work.then(
      (end) => (signal.aborted ? end() : ends.push(end)),
      (error: unknown) => !signal.aborted && console.warn('parts of the player', error),
    );
  if (kind === 'video') {
    if (player instanceof HTMLVideoElement && !film) reportMissingPicture(player, shortfall, context);
    const { t } = host.translator;
    const reportUnread = (files: readonly PreviewItem[]) => {
      const names = files.map(({ name }) => name).join(', ');
      shortfall.tell('subtitles', [t('preview.subtitles_unread', { names })], files);
    };
    late(addSubtitles(player, tools, context, reportUnread));
    if (!item.hasNoRanges && !film) late(reportSilentSound(player, shortfall, context).then(() => () => undefined));
  } else
    late(
      loadTags(context).then((tags) => {
        const { cover, free } = drawTags(stage, tags, item.name);
        giveBack();
        giveBack = keys(tags, cover);
        return () => void free();
      }),
    );
  void player.play().catch(() => undefined);
  return {
    element: stage,
    tools: [tools],
    less: shortfall.element,
    onKey: (event) => answerKey(event, player),
    facts: async () => [
      { label: host.translator.t('preview.fact.duration'), value: clockOf(player.duration || 0) },
      ...(player instanceof HTMLVideoElement && player.videoWidth > 0
        ? [{ label: host.translator.t('preview.fact.pixels'), value: `${player.videoWidth} × ${player.videoHeight}` }]
        : []),
    ],
    end: () => {
      for (const end of ends) end();
      player.onerror = null;
      player.pause();
      player.removeAttribute('src');
      player.load();
    },
  };
}
