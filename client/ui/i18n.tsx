/**
 * The translator on its way to every view, on the server and in the browser. Messages are never loaded here.
 */
import type { ReactNode } from 'react';
import { createContext, useContext } from 'react';
import { type Format, makeFormat } from '#shared/locale/format.ts';
import type { Translator } from '#shared/locale/translator.ts';

const TranslatorContext = createContext<Translator | null>(null);

/** Making an Intl format costs more than a page of rows; a translator lives as long as its language, so its formats do. */
const formats = new WeakMap<Translator, Format>();

export function I18nProvider({ translator, children }: { translator: Translator; children: ReactNode }): ReactNode {
  return <TranslatorContext value={translator}>{children}</TranslatorContext>;
}

/**
 * The words of the page: `t(key, params)`, `tn(key, count, params)` and the locale tag.
 * @throws Error when a view stands outside I18nProvider: a fault of the caller, never of a visitor
 */
export function useT(): Translator {
  const translator = useContext(TranslatorContext);
  if (!translator) throw new Error('A view was rendered without I18nProvider');
  return translator;
}

/** Sizes, numbers and dates in the page's language; times in UTC, so that the server and the browser write the same text. */
export function useFormat(): Format {
  const translator = useT();
  let format = formats.get(translator);
  if (!format) {
    format = makeFormat(translator.locale);
    formats.set(translator, format);
  }
  return format;
}
