/** A letter in the operators' own texts. Code, link and ways to unsubscribe stay those of the letter. */
import { accentColours, nearestReadable } from '#shared/config/accent.ts';
import { fillText } from '#shared/config/language-texts.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import type { Params, Translator } from '#shared/locale/translator.ts';
import { type LetterChange, type LetterPart, placeholdersIn } from '#shared/mail/letter-changes.ts';
import type { Look } from '#worker/services/config/index.ts';
import type { Letter } from '../service.ts';
import type { LetterTexts } from './letter-shape.ts';
import { textsOf } from './letter-texts.ts';

/** Values that the texts of a letter were filled with. */
function recording(translator: Translator, values: Map<string, string>): Translator {
  const keep = (params: Params | undefined): void => {
    for (const [name, value] of Object.entries(params ?? {})) values.set(name, String(value));
  };
  return {
    ...translator,
    t: (key, ...args) => {
      keep(args[0] as Params | undefined);
      return translator.t(key, ...args);
    },
    tn: (key, count, ...args) => {
      const numbers = new Intl.NumberFormat(translator.locale);
      keep({ count: numbers.format(count), ...(args[0] as Params | undefined) });
      return translator.tn(key, count, ...args);
    },
    text: (key, params) => {
      keep(params);
      return translator.text(key, params);
    },
  };
}

export function ownTextsOf(
  letter: Letter,
  translator: Translator,
  appOrigin: string,
  change: LetterChange,
): LetterTexts {
  const values = new Map<string, string>();
  const texts = textsOf(letter, recording(translator, values), appOrigin);
  values.set('origin', appOrigin);
  const filled = Object.fromEntries(values);
  /** The product's text where this letter lacks a value: a sender without a public name, for one. */
  const own = (text: string, plain: string): string =>
    text === '' || [...placeholdersIn(text)].some((name) => !filled[name]) ? plain : fillText(text, filled);
  const notes = own(change.notes, '');
  return {
    ...texts,
    subject: own(change.subject, texts.subject).replaceAll('\n', ' '),
    title: own(change.title, texts.title),
    lead: own(change.lead, texts.lead),
    link: texts.link && { ...texts.link, label: own(change.action, texts.link.label) },
    notes: notes === '' ? texts.notes : notes.split('\n').filter((line) => line.trim() !== ''),
    footer: own(change.footer, texts.footer),
  };
}

/** The product's texts with their placeholders. A plural has the form of large numbers. */
export function templatesOf(letter: Letter, appOrigin: string): Readonly<Record<LetterPart, string>> {
  const { locale } = letter;
  const [own, english] = [loadMessages(locale), loadMessages(DEFAULT_LOCALE)];
  const plain = (key: string): string => own[key] ?? english[key] ?? key;
  const translator: Translator = {
    locale,
    t: (key, ..._params) => plain(key),
    tn: (key, _count, ..._params) => plain(`${key}.other`),
    text: plain,
    has: () => true,
  };
  const texts = textsOf(letter, translator, appOrigin);
  const { subject, title, lead, link, notes, footer } = texts;
  return { subject, title, lead, action: link?.label ?? '', notes: notes.join('\n'), footer };
}

/** The look with the letter's own name and colour. */
export function lookOf(look: Look, change: LetterChange | undefined): Look {
  if (!change) return look;
  const { name, colour } = change;
  return {
    ...look,
    ...(colour === ''
      ? {}
      : {
          colours: {
            light: accentColours(colour, 'light'),
            dark: accentColours(nearestReadable(colour, 'dark'), 'dark'),
          },
        }),
    ...(name === '' ? {} : { in: (locale) => ({ ...look.in(locale), name }) }),
  };
}
