/** Names of products in the language of a person, made from what they grant. Pure. */
import type { Format } from '#shared/locale/format.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { Duration } from './calendar.ts';
import type { LedgerItem } from './ledger.ts';

type Texts = Pick<Translator, 't' | 'tn'>;

/** `1 month`, `90 days`, or both; a day that was begun counts. */
export function lengthName(
  { months, days: whole, ms = 0 }: Duration,
  { tn }: Texts,
  format: Pick<Format, 'list'>,
): string {
  const days = whole + (ms > 0 ? 1 : 0);
  const parts = [
    ...(months > 0 ? [tn('membership.length.months', months)] : []),
    ...(days > 0 ? [tn('site.help.days', days)] : []),
  ];
  return format.list(parts);
}

const TRAFFIC_NAMES = {
  offline: 'membership.product.offline',
  upload: 'membership.product.upload',
  download: 'membership.product.download',
} as const;

export function productName(item: LedgerItem, texts: Texts, format: Pick<Format, 'list' | 'bytes'>): string {
  if (item.type === 'group')
    return item.group === ''
      ? texts.t('membership.product.no_group')
      : texts.t('membership.product.group', { group: item.group });
  if (item.type === 'quota')
    return item.bytes === null
      ? texts.t('membership.product.plan_storage')
      : texts.t('membership.product.quota', { size: format.bytes(item.bytes) });
  const length = lengthName(item, texts, format);
  switch (item.type) {
    case 'premium':
      return texts.t('membership.product.premium', { length });
    case 'storage':
      return texts.t('membership.product.storage', { size: format.bytes(item.bytes), length });
    case 'traffic':
      return texts.t(TRAFFIC_NAMES[item.traffic], { size: format.bytes(item.bytes), length });
  }
}
