/**
 * The translator on its way to every view, on the server and in the browser. Messages are never loaded here.
 */
import type { ReactNode } from 'react';
import { createContext, useContext, useEffect, useState } from 'react';
import { type Format, makeFormat } from '#shared/locale/format.ts';
import { DEFAULT_TIME_ZONE, readTimeZone } from '#shared/locale/time-zone.ts';
import type { Translator } from '#shared/locale/translator.ts';

const TranslatorContext = createContext<Translator | null>(null);
const TimeZoneContext = createContext(DEFAULT_TIME_ZONE);

/** Creating an Intl format costs more than a page of rows, so they are cached by language and time zone. */
const formats = new WeakMap<Translator, Map<string, Format>>();
/** Time zones cached per language: a server has visitors in many. */
const MAX_ZONES = 16;

export interface I18nProviderProps {
  translator: Translator;
  /** IANA name that `readTimeZone` has accepted. */
  timeZone?: string;
  children: ReactNode;
}

export function I18nProvider({ translator, timeZone = DEFAULT_TIME_ZONE, children }: I18nProviderProps): ReactNode {
  return (
    <TranslatorContext value={translator}>
      <TimeZoneContext value={timeZone}>{children}</TimeZoneContext>
    </TranslatorContext>
  );
}

/** For islands: the first render is in the server's time zone, so that hydration matches, every later one in the browser's. */
export function LocalI18nProvider({ timeZone, ...rest }: I18nProviderProps & { timeZone: string }): ReactNode {
  const [shown, setShown] = useState(timeZone);
  useEffect(() => setShown(readTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone)), []);
  return <I18nProvider timeZone={shown} {...rest} />;
}

/**
 * Messages of the page: `t(key, params)`, `tn(key, count, params)` and the locale tag.
 * @throws Error outside I18nProvider: a programming error
 */
export function useT(): Translator {
  const translator = useContext(TranslatorContext);
  if (!translator) throw new Error('no translator');
  return translator;
}

export function useTimeZone(): string {
  return useContext(TimeZoneContext);
}

/** Sizes, numbers and dates in the page's language, times in the page's time zone. */
export function useFormat(): Format {
  const translator = useT();
  const timeZone = useTimeZone();
  const byZone = formats.get(translator) ?? new Map<string, Format>();
  formats.set(translator, byZone);
  let format = byZone.get(timeZone);
  if (!format) {
    const [oldest] = byZone.keys();
    if (byZone.size >= MAX_ZONES && oldest !== undefined) byZone.delete(oldest);
    format = makeFormat(translator.locale, timeZone);
    byZone.set(timeZone, format);
  }
  return format;
}
