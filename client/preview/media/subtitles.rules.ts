/** Subtitles: which files of the folder belong to a video, and SubRip text as WebVTT. Pure, linear. */
import { extensionOf } from '../kinds.rules.ts';
import type { PreviewItem } from '../preview-types.ts';

/** 2 MiB: longer files are no subtitles. */
export const SUBTITLE_BYTES = 2_097_152;
/** Most subtitle files of one video. */
const MAX_TRACKS = 20;

export interface SubtitleFile {
  readonly item: PreviewItem;
  /** Language tag of the name, as in `film.en.srt`; '' for none. */
  readonly language: string;
}

function stemOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at <= 0 ? name : name.slice(0, at);
}

/** Files named after the video: `film.srt`, `film.en.vtt`, `film.zh-TW.srt`. */
export function subtitlesOf(video: PreviewItem, items: readonly PreviewItem[]): readonly SubtitleFile[] {
  const stem = stemOf(video.name).toLowerCase();
  const found: SubtitleFile[] = [];
  for (const item of items) {
    if (found.length >= MAX_TRACKS) break;
    if (!['srt', 'vtt'].includes(extensionOf(item.name)) || item.sizeBytes > SUBTITLE_BYTES) continue;
    const own = stemOf(item.name);
    if (own.toLowerCase() === stem) found.push({ item, language: '' });
    else if (own.toLowerCase().startsWith(`${stem}.`)) {
      const language = own.slice(stem.length + 1);
      if (/^[a-z]{2,3}([-_][A-Za-z]{2,4})?$/.test(language)) found.push({ item, language: language.replace('_', '-') });
    }
  }
  return found;
}

const TIMING = /^\s*(\d{1,3}):(\d\d):(\d\d)[,.](\d{1,3})\s*-->\s*(\d{1,3}):(\d\d):(\d\d)[,.](\d{1,3})/;

function timeOf(parts: readonly (string | undefined)[]): string {
  const [hours = '0', minutes = '0', seconds = '0', part = '0'] = parts;
  return `${hours.padStart(2, '0')}:${minutes}:${seconds}.${part.padEnd(3, '0')}`;
}

/**
 * SubRip as WebVTT. Numbers before the times are dropped; markup in curly braces too. Lines before the first time are no text.
 * A text that is WebVTT already is returned as it is.
 */
export function toVtt(text: string): string {
  const clean = text.replace(/^\uFEFF/, '');
  if (clean.startsWith('WEBVTT')) return clean;
  const cues: string[] = [];
  let lines: string[] | null = null;
  let times = '';
  const close = () => {
    if (lines && lines.length > 0) cues.push(`${times}\n${lines.join('\n')}`);
    lines = null;
  };
  for (const line of clean.split(/\r\n?|\n/)) {
    const timing = TIMING.exec(line);
    if (timing) {
      close();
      times = `${timeOf(timing.slice(1, 5))} --> ${timeOf(timing.slice(5, 9))}`;
      lines = [];
    } else if (line.trim() === '') close();
    else lines?.push(line.replaceAll('-->', '→').replace(/\{[^{}]{0,100}\}/g, ''));
  }
  close();
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}
