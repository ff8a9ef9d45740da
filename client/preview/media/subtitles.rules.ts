/** Subtitles: which files of the folder belong to a video, and their texts as WebVTT. Pure, linear. */
import { extensionOf } from '../kinds.rules.ts';
import type { PreviewItem } from '../preview-types.ts';

/** 2 MiB: longer files are no subtitles. */
export const SUBTITLE_BYTES = 2_097_152;
/** Most subtitle files of one video. */
const MAX_TRACKS = 20;
const EXTENSIONS = ['srt', 'vtt', 'ass', 'ssa'];

export interface SubtitleFile {
  readonly item: PreviewItem;
  /** Language tag of the name, as in `film.en.srt` or `film_english.srt`; '' for none. */
  readonly language: string;
  /** The rest of the name beside the language, as `forced` or `director’s comments`; '' for none. */
  readonly note: string;
}

function stemOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at <= 0 ? name : name.slice(0, at);
}

/** Letters between which a name is divided. */
const DIVIDERS = /[\s._\-+,()[\]{}]+/;
/** ISO 639-2 codes that films are named with, where `Intl` has no shorter form for them. */
const BIBLIOGRAPHIC: ReadonlyMap<string, string> = new Map(
  Object.entries({
    chi: 'zh',
    cze: 'cs',
    dut: 'nl',
    fre: 'fr',
    ger: 'de',
    gre: 'el',
    ice: 'is',
    may: 'ms',
    per: 'fa',
    rum: 'ro',
    slo: 'sk',
    chs: 'zh-CN',
    sc: 'zh-CN',
    cht: 'zh-TW',
    tc: 'zh-TW',
    jp: 'ja',
    kr: 'ko',
    ua: 'uk',
    br: 'pt-BR',
  }),
);
/** Languages that subtitles are named after in languageNames. */
const NAMED = (
  'ar bg bn ca cs da de el en es et fa fi fil fr he hi hr hu id is it ja ko lt lv ms nb nl no pl pt ro ru sk sl sq sr sv ta te th tr uk ur ' +
  'vi zh'
).split(' ');
/** Two letters that languageNames of names and notes have too. */
const NO_LANGUAGES = new Set(['sdh', 'cc', 'hi', 'sub', 'web', 'dvd', 'hd', 'uhd', 'rip', 'cd', 'the', 'and', 'of']);

let languageNames: ReadonlyMap<string, string> | undefined;

/** `english`, `русский`, `deutsch`: a language by its name in English or in itself. */
function namedLanguages(): ReadonlyMap<string, string> {
  if (languageNames) return languageNames;
  const found = new Map<string, string>();
  for (const tag of NAMED)
    for (const locale of ['en', tag]) {
      const name = new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? '';
      if (name !== '') found.set(name.toLowerCase(), tag);
    }
  for (const [name, tag] of [
    ['简体', 'zh-CN'],
    ['简中', 'zh-CN'],
    ['繁體', 'zh-TW'],
    ['繁体', 'zh-TW'],
    ['繁中', 'zh-TW'],
  ] as const)
    found.set(name, tag);
  languageNames = found;
  return found;
}

/** A code of a container, as in `ger` or `pt-BR`, as a tag of `Intl` without extensions, which have no name; '' for none. */
export function languageTagOf(code: string): string {
  const known = BIBLIOGRAPHIC.get(code.toLowerCase()) ?? code;
  try {
    return new Intl.Locale(known).baseName;
  } catch {
    return '';
  }
}

/** The language that a piece of a name stands for; '' for none. */
function languageOf(piece: string, next: string): { tag: string; pieces: number } | null {
  const low = piece.toLowerCase();
  const region = /^[A-Z]{2}$/.test(next) || /^Han[st]$/i.test(next) ? next : '';
  const tag =
    namedLanguages().get(low) ??
    BIBLIOGRAPHIC.get(low) ??
    (/^[a-z]{2,3}$/i.test(piece) ? (Intl.getCanonicalLocales(low)[0] ?? '') : '');
  if (tag === '' || NO_LANGUAGES.has(low)) return null;
  // A code that no language has is displayed as itself.
  const known = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(tag);
  if (known === undefined) return null;
  return region === '' || tag.includes('-') ? { tag, pieces: 1 } : { tag: `${tag}-${region}`, pieces: 2 };
}

/** Language and note in the part of a name behind that of the film. */
function readRest(rest: string): { language: string; note: string } {
  const pieces = rest.split(DIVIDERS).filter(Boolean);
  for (let at = pieces.length - 1; at >= 0; at -= 1) {
    // `TW` after `zh` is its region.
    if (at > 0 && /^([A-Z]{2}|Han[st])$/.test(pieces[at] ?? '') && languageOf(pieces[at - 1] ?? '', pieces[at] ?? ''))
      continue;
    const found = languageOf(pieces[at] ?? '', pieces[at + 1] ?? '');
    if (found)
      return { language: found.tag, note: [...pieces.slice(0, at), ...pieces.slice(at + found.pieces)].join(' ') };
  }
  return { language: '', note: pieces.join(' ') };
}

/** Every subtitle file whose name begins with that of the film: `film.srt`, `film_en.srt`, `film.english.forced.ass`. */
export function subtitlesOf(video: PreviewItem, items: readonly PreviewItem[]): readonly SubtitleFile[] {
  const stem = stemOf(video.name);
  const begins = stem.toLowerCase();
  // `Film 2.srt` belongs to `Film 2.mp4` where that is there too.
  const longer = items
    .filter(({ name, mime }) => mime.startsWith('video/') || !EXTENSIONS.includes(extensionOf(name)))
    .map(({ name }) => stemOf(name).toLowerCase())
    .filter((other) => other.length > begins.length && other.startsWith(begins));
  const found: SubtitleFile[] = [];
  for (const item of items) {
    if (found.length >= MAX_TRACKS) break;
    if (!EXTENSIONS.includes(extensionOf(item.name)) || item.sizeBytes > SUBTITLE_BYTES) continue;
    const own = stemOf(item.name);
    const rest = own.slice(stem.length);
    if (!own.toLowerCase().startsWith(begins) || (rest !== '' && /^[\p{L}\p{N}]/u.test(rest))) continue;
    if (longer.some((other) => own.toLowerCase().startsWith(other))) continue;
    found.push({ item, ...readRest(rest) });
  }
  return found;
}

/** The file that is shown first: in the language of the page, without notes such as `forced`, else the one named as the film. */
export function firstShown(files: readonly SubtitleFile[], locale: string): number {
  const base = (tag: string) => tag.split('-', 1)[0];
  const worth = ({ language, note }: SubtitleFile): number => {
    const isPlain = note === '' ? 1 : 0;
    if (language === locale) return 6 + isPlain;
    if (base(language) === base(locale)) return 4 + isPlain;
    return (language === '' ? 2 : 0) + isPlain;
  };
  let best = -1;
  for (const [index, file] of files.entries())
    if (best === -1 || worth(file) > worth(files[best] ?? file)) best = index;
  return best;
}

/** A time with or without hours, its fraction after a comma, a full stop or a colon. */
const TIME = String.raw`(?:(\d{1,3})\s?:\s?)?(\d{1,2})\s?:\s?(\d{1,2})(?:\s?[,.:]\s?(\d{1,3}))?`;
/** Arrows as people and programs type them. */
const ARROW = String.raw`\s{0,9}(?:-{1,3}\s?>|[–—→]\s?>?|=>)\s{0,9}`;
const TIMING = new RegExp(`^\\s{0,9}${TIME}${ARROW}${TIME}`);
const MARKUP = /\{[^{}]{0,200}\}/g;

function timeOf([hours, minutes = '0', seconds = '0', part = '0']: readonly (string | undefined)[]): string {
  const two = (digits: string) => digits.padStart(2, '0');
  return `${two(hours ?? '0')}:${two(minutes)}:${two(seconds)}.${part.padEnd(3, '0')}`;
}

function cueText(line: string): string {
  return line.replaceAll('-->', '→').replace(MARKUP, '');
}

function fromSubRip(text: string): string[] {
  const cues: string[] = [];
  let lines: string[] | null = null;
  let times = '';
  const close = () => {
    if (lines && lines.length > 0) cues.push(`${times}\n${lines.join('\n')}`);
    lines = null;
  };
  for (const line of text.split(/\r\n?|\n/)) {
    const timing = TIMING.exec(line.slice(0, 200));
    if (timing) {
      close();
      times = `${timeOf(timing.slice(1, 5))} --> ${timeOf(timing.slice(5, 9))}`;
      lines = [];
    } else if (line.trim() === '') close();
    else lines?.push(cueText(line));
  }
  close();
  return cues;
}

/** The text of a line of SubStation, without places and styles; '' for a drawing, which is lines of numbers in a mode of its own. */
export function spokenText(value: string): string {
  if (/\\p[1-9]/.test(value)) return '';
  return cueText(value)
    .replaceAll(/\\[Nn]/g, '\n')
    .replaceAll('\\h', ' ')
    .replaceAll('\r', '')
    .trim()
    .replace(/\n{2,}/g, '\n');
}

/** Lines of speech of Advanced SubStation Alpha, without styles and places. Text is the last field and may hold commas. */
function fromSubStation(text: string): string[] {
  let fields: readonly string[] = [
    'layer',
    'start',
    'end',
    'style',
    'name',
    'marginl',
    'marginr',
    'marginv',
    'effect',
    'text',
  ];
  let isEvents = false;
  const cues: { readonly at: string; readonly cue: string }[] = [];
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.startsWith('[')) isEvents = /^\[events\]/i.test(line);
    if (!isEvents) continue;
    const [, kind = '', rest = ''] = /^(Format|Dialogue):(.*)$/i.exec(line) ?? [];
    const parts = rest.split(',');
    if (kind.toLowerCase() === 'format') fields = parts.map((part) => part.trim().toLowerCase());
    if (kind.toLowerCase() !== 'dialogue') continue;
    const values = [...parts.slice(0, fields.length - 1), parts.slice(fields.length - 1).join(',')];
    const value = (name: string) => (values[fields.indexOf(name)] ?? '').trim();
    const timing = TIMING.exec(`${value('start')} --> ${value('end')}`);
    const spoken = spokenText(value('text'));
    if (!timing || spoken === '') continue;
    const start = timeOf(timing.slice(1, 5));
    cues.push({ at: start, cue: `${start} --> ${timeOf(timing.slice(5, 9))}\n${spoken}` });
  }
  return cues.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ cue }) => cue);
}

/**
 * SubRip or SubStation as WebVTT. Numbers before the times are dropped; markup in curly braces too. Lines before the first time are no
 * text. A text that is WebVTT already is returned as it is; null where nothing can be read.
 */
export function toVtt(text: string): string | null {
  const clean = text.replace(/^\uFEFF/, '');
  if (clean.startsWith('WEBVTT')) return clean;
  const isSubStation = /^\s*\[script info\]/i.test(clean.slice(0, 500)) || /^\[events\]/im.test(clean);
  const cues = isSubStation ? fromSubStation(clean) : fromSubRip(clean);
  return cues.length === 0 ? null : `WEBVTT\n\n${cues.join('\n\n')}\n`;
}
