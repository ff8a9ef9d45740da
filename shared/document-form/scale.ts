/** Numbers as people write them: with a unit, as an amount of money, in percent. Exact: what cannot be written back is refused. */
import { GIB, KIB, MIB, TIB } from '#shared/units.ts';

export interface Unit {
  readonly name: string;
  readonly factor: number;
}

/** The smallest first. */
export const BYTE_UNITS: readonly Unit[] = [
  { name: 'bytes', factor: 1 },
  { name: 'KB', factor: KIB },
  { name: 'MB', factor: MIB },
  { name: 'GB', factor: GIB },
  { name: 'TB', factor: TIB },
];

export const TIME_UNITS: readonly Unit[] = [
  { name: 'seconds', factor: 1 },
  { name: 'minutes', factor: 60 },
  { name: 'hours', factor: 3_600 },
  { name: 'days', factor: 86_400 },
];

const DECIMAL = /^-?\d{1,18}(\.\d{1,12})?$/;

/** A number as it was typed, with a comma or a point; undefined for another text. */
export function readNumber(text: string): number | undefined {
  const plain = text.trim().replace(',', '.');
  return DECIMAL.test(plain) ? Number(plain) : undefined;
}

/** A number without an exponent; undefined where there is none. */
export function writeNumber(value: number): string | undefined {
  const text = String(value);
  return DECIMAL.test(text) ? text : undefined;
}

/** Moves the decimal point by digits, not by arithmetic: 7.99 has no exact double. */
export function shifted(text: string, places: number): string | undefined {
  const plain = text.trim().replace(',', '.');
  if (!DECIMAL.test(plain)) return undefined;
  const sign = plain.startsWith('-') ? '-' : '';
  const [whole = '', part = ''] = plain.replace('-', '').split('.');
  const digits = whole + part;
  const at = whole.length + places;
  const padded = at <= 0 ? '0'.repeat(1 - at) + digits : digits.padEnd(at, '0');
  const point = at <= 0 ? 1 : at;
  let end = padded.length;
  while (end > point && padded[end - 1] === '0') end -= 1;
  const tail = padded.slice(point, end);
  const head = padded.slice(0, point).replace(/^0+(?=\d)/, '');
  return `${sign}${head}${tail === '' ? '' : `.${tail}`}`;
}

/** Digits behind the point of a currency; 2 for an unknown one. */
export function currencyDigits(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return money.resolvedOptions().maximumFractionDigits ?? 2;
}

export interface Scaled {
  readonly value: string;
  readonly unit: string;
}

/** The largest unit in which an amount is short and exact. */
export function toUnits(amount: number, units: readonly Unit[]): Scaled | undefined {
  if (amount === 0) return { value: '0', unit: units.at(-2)?.name ?? '' };
  for (const { name, factor } of units.toReversed()) {
    const value = String(Math.round((amount / factor) * 1_000) / 1_000);
    if (Number(value) !== 0 && DECIMAL.test(value) && Math.round(Number(value) * factor) === amount)
      return { value, unit: name };
  }
  return undefined;
}

export function fromUnits({ value, unit }: Scaled, units: readonly Unit[]): number | undefined {
  const number = readNumber(value);
  const factor = units.find(({ name }) => name === unit)?.factor ?? 1;
  return number === undefined ? undefined : Math.round(number * factor);
}
