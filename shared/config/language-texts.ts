/**
 * Texts that operators write in every language of the site: plain sentences with placeholders. Markup, broken placeholders and a
 * missing language are refused with the place. For the server and the command line only.
 */
import * as v from 'valibot';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/locale/tags.ts';

export type LanguageTexts = Readonly<Record<Locale, string>>;

/** A tag, a comment or a character reference. Browsers would show it as it is written. */
const MARKUP = /<[a-z!/?]|&#?[a-z0-9]{1,31};/i;
/** Markdown that a person would see as brackets. */
const LINK = /\]\(/;
/** Characters that hide or turn text around, and control characters except the end of a line. */
const HIDDEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

/** Whether a browser shows the text as it is written, without a character that hides or turns others. */
export function isShownText(text: string): boolean {
  return !MARKUP.test(text) && !LINK.test(text) && !HIDDEN.test(text);
}

/** Names of the whole placeholders of a text, sorted, each once. */
function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{(\w{1,40})\}\}/g)].map(([, name = '']) => name))].sort();
}

const isBroken = (text: string): boolean => /[{}]/.test(text.replace(/\{\{\w{1,40}\}\}/g, ''));

const listOf = (names: readonly string[]): string =>
  names.length === 0 ? 'none' : names.map((name) => `{{${name}}}`).join(', ');

const plainText = (maxChars: number, placeholders: readonly string[]) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1),
    v.maxLength(maxChars),
    v.check((text) => !MARKUP.test(text) && !LINK.test(text), 'must be plain text: markup is shown as it is written'),
    v.check(
      (text) => !HIDDEN.test(text.replaceAll('\n', ' ')),
      'holds a control character or one that turns text around',
    ),
    v.check((text) => !isBroken(text), 'has a broken placeholder: braces stand only as in {{name}}'),
    v.check(
      (text) => placeholdersOf(text).every((name) => placeholders.includes(name)),
      `has an unknown placeholder; there is ${listOf(placeholders)}`,
    ),
  );

/**
 * One text in all languages. Each has the placeholders of the English one.
 * @param placeholders  names that the text may use
 */
export function inEveryLanguage(maxChars: number, placeholders: readonly string[] = []) {
  const text = plainText(maxChars, placeholders);
  return v.pipe(
    v.strictObject(Object.fromEntries(LOCALES.map((tag) => [tag, text])) as Record<Locale, typeof text>),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const texts = dataset.value;
      const own = listOf(placeholdersOf(texts[DEFAULT_LOCALE]));
      for (const tag of LOCALES) {
        const found = listOf(placeholdersOf(texts[tag]));
        if (found === own) continue;
        addIssue({
          message: `has the placeholders ${found}, and ${DEFAULT_LOCALE} has ${own}`,
          path: [{ type: 'object', origin: 'value', input: texts, key: tag, value: texts[tag] }],
        });
      }
    }),
  );
}

/** The text with its placeholders filled in. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w{1,40})\}\}/g, (whole, name: string) => values[name] ?? whole);
}
