/**
 * Turns a key into a sentence of one language: rosetta for `{{placeholders}}`, Intl for plurals and numbers.
 * Pure: the messages are handed in, so the browser holds only what its islands show. React escapes, this does not.
 */
import rosetta from 'rosetta';
import { isolated } from './isolated.ts';
import type { MessageKey, MessageParams, PluralKey, PluralParams } from './keys.gen.ts';
import { DEFAULT_LOCALE, type Locale } from './tags.ts';

/** Full key (`share.link.expired.title`) to text, for one language. */
export type Messages = Readonly<Record<string, string>>;

export type ParamValue = string | number;
export type Params = Readonly<Record<string, ParamValue>>;

type Args<P> = [keyof P] extends [never] ? [params?: undefined] : [params: Readonly<P>];

export interface Translator {
  readonly locale: Locale;
  /** The text of a known key; its placeholders are required by type. */
  t<K extends MessageKey>(key: K, ...args: Args<MessageParams[K]>): string;
  /** The plural form for `count`, itself available as `{{count}}`; numbers are written the way the language writes them. */
  tn<K extends PluralKey>(key: K, count: number, ...args: Args<PluralParams[K]>): string;
  /** Like `t` for a key built at run time; its prefix must be in the table DYNAMIC_PREFIXES of scripts/locales/tree.ts. */
  text(key: string, params?: Params): string;
  /** Whether the language or its fallback has a text under this key. */
  has(key: string): boolean;
}

function mapped(params: Params, change: (value: ParamValue, name: string) => ParamValue): Params {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, change(value, name)]));
}

/** A value that ends with a full stop, such as the date `26 ноября 2026 г.`, gives it up where the text sets its own. */
function stopped(value: string, name: string, template: string): string {
  return value.endsWith('.') && template.includes(`{{${name}}}.`) ? value.slice(0, -1) : value;
}

/**
 * @param messages  texts of `locale`
 * @param fallback  texts of en-US, used for a key `messages` lacks
 * @param onMissing  called for a key that neither has; the text is then the key itself
 */
export function makeTranslator(
  locale: Locale,
  messages: Messages,
  fallback: Messages = {},
  onMissing?: (key: string, locale: Locale) => void,
): Translator {
  // Without copies: a language has thousands of texts, a request uses a few of them.
  const texts = rosetta<Messages>({ own: messages, fallback });
  let numbers: Intl.NumberFormat | undefined;
  let plurals: Intl.PluralRules | undefined;
  let fallbackPlurals: Intl.PluralRules | undefined;

  const tableOf = (key: string): 'own' | 'fallback' | null =>
    Object.hasOwn(messages, key) ? 'own' : Object.hasOwn(fallback, key) ? 'fallback' : null;

  // rosetta splits a string key at its dots; the array form looks up the flat key as it is.
  const render = (table: 'own' | 'fallback', key: string, params?: Params): string => {
    const template = (table === 'own' ? messages : fallback)[key] ?? '';
    const written = (value: ParamValue, name: string) =>
      typeof value === 'string' ? isolated(stopped(value, name, template)) : value;
    return texts.t([key], params && mapped(params, written), table);
  };

  const missing = (key: string): string => {
    onMissing?.(key, locale);
    return key;
  };

  const text = (key: string, params?: Params): string => {
    const table = tableOf(key);
    return table === null ? missing(key) : render(table, key, params);
  };

  const localNumbers = (params: Params): Params => {
    numbers ??= new Intl.NumberFormat(locale);
    const format = numbers;
    return mapped(params, (value) => (typeof value === 'number' ? format.format(value) : value));
  };

  return {
    locale,
    t: (key, ...args) => text(key, args[0] as Params | undefined),
    tn: (key, count, ...args) => {
      const params = localNumbers({ count, ...(args[0] as Params | undefined) });
      plurals ??= new Intl.PluralRules(locale);
      fallbackPlurals ??= new Intl.PluralRules(DEFAULT_LOCALE);
      const own = [`${key}.${plurals.select(count)}`, `${key}.other`].find((form) => Object.hasOwn(messages, form));
      if (own !== undefined) return render('own', own, params);
      const other = [`${key}.${fallbackPlurals.select(count)}`, `${key}.other`].find((form) =>
        Object.hasOwn(fallback, form),
      );
      return other === undefined ? missing(key) : render('fallback', other, params);
    },
    text,
    has: (key) => tableOf(key) !== null,
  };
}
