/** Links that collect files: their terms, bounds and states. Pure; both sides. */
import { DAY_MS } from '#shared/units.ts';

/** Files that a link takes: any, those of one kind, or those with an extension of the owner's list. */
export const COLLECT_KINDS = ['any', 'image', 'document', 'video', 'list'] as const;
export type CollectKind = (typeof COLLECT_KINDS)[number];

/** `full`: as many files as the owner allowed. `gone`: its folder is in the trash or deleted. */
export const COLLECT_STATES = ['open', 'closed', 'ended', 'full', 'gone'] as const;
export type CollectState = (typeof COLLECT_STATES)[number];

/** Largest sizes that a form offers, in MiB; 0: any that the owner's plan takes. */
export const COLLECT_SIZES_MIB = [0, 5, 25, 100, 1_024] as const;
/** Total sizes of all files of a link that a form offers, in GiB; 0: as much as the owner's plan takes. */
export const COLLECT_TOTALS_GIB = [0, 1, 5, 20, 100] as const;
export const COLLECT_MAX_FILES = 5_000;
export const COLLECT_DEFAULT_FILES = 100;
/** Links of one drive. */
export const COLLECT_MAX_LINKS = 100;
export const COLLECT_MAX_EXTENSIONS = 30;
export const COLLECT_TITLE_CHARS = 120;
export const COLLECT_MESSAGE_CHARS = 2_000;
export const COLLECT_VISITOR_CHARS = 80;
export const COLLECT_NOTE_CHARS = 500;
/** Days until a link ends that a form offers; 0: never. */
export const COLLECT_DAYS = [0, 1, 7, 30] as const;
/** The latest end, ten years from now: a typing error of a year is refused. */
export const COLLECT_LATEST_MS = 3_650 * DAY_MS;

const EXTENSION = /^[a-z0-9]{1,12}$/;

/**
 * Extensions as a person lists them, with or without dots.
 * @returns lower case, each once; null when one of them is none, or there are too many
 */
export function readExtensions(text: string): string[] | null {
  const listed = text
    .slice(0, 1_000)
    .toLowerCase()
    .split(/[\s,;]/)
    .map((each) => (each.startsWith('.') ? each.slice(1) : each))
    .filter((each) => each !== '');
  const all = [...new Set(listed)];
  return all.length <= COLLECT_MAX_EXTENSIONS && all.every((each) => EXTENSION.test(each)) ? all : null;
}
