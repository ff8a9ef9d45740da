/** Figures of the statistics of a link, and how people read them. Every key is spelled, so that pages carry what they use. */
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { DAY_MS } from '#shared/units.ts';

/** Fields of a day, in the order in which they are shown. */
export const FIGURES = [
  'view_count',
  'people_count',
  'save_count',
  'download_count',
  'bytes',
  'crawler_count',
] as const;
/** Of a direct link, which has no page. */
export const DIRECT_FIGURES = ['request_count', 'download_count', 'bytes'] as const;
export type Figure = (typeof FIGURES)[number] | (typeof DIRECT_FIGURES)[number];

const NAMES = {
  view_count: 'share.my_links.sort.views',
  people_count: 'share.stats.people',
  save_count: 'share.my_links.sort.saves',
  download_count: 'share.stats.downloads',
  bytes: 'share.stats.bytes',
  crawler_count: 'share.stats.crawlers',
  request_count: 'share.stats.requests',
} as const satisfies Record<Figure, string>;

export function figuresOf({ direct }: { readonly direct: boolean }): readonly Figure[] {
  return direct ? DIRECT_FIGURES : FIGURES;
}

export function useFigures() {
  const { t } = useT();
  const format = useFormat();
  // Days are those of UTC in every time zone.
  const days = new Intl.DateTimeFormat(format.locale, { timeZone: 'UTC', day: 'numeric', month: 'short' });
  return {
    nameOf: (figure: Figure): string => t(NAMES[figure]),
    /** @param amount  of the wire */
    textOf: (figure: Figure, amount: string): string =>
      figure === 'bytes' ? format.bytes(Number(amount)) : format.number(Number(amount)),
    /** @param day  as `2026-11-26` */
    dayText: (day: string): string => days.format(Date.parse(day) + DAY_MS / 2),
  };
}
