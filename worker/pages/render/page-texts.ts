/**
 * The markdown texts of pages (locales/<tag>/pages/<area>/<name>.md), read once per isolate and language. Anchors of headings are
 * those of the source language, so that a link to a heading is right in each. Their format: locales/README.md.
 */
import { hasOffers, loadMessages, named } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE, type Locale } from '#shared/locale/tags.ts';
import type { Messages } from '#shared/locale/translator.ts';
import type { PageText } from '#shared/site/page-text.ts';
import { withOffers } from '#shared/site/text-offers.ts';
import { fillPlaceholders } from '#shared/site/text-placeholders.ts';
import { textLinkHref } from '#shared/text-link.ts';
import { readMarkdown } from '#worker/platform/markdown.ts';
import { PAGE_SOURCES } from './page-sources.ts';

const sources = new Map<Locale, (typeof PAGE_SOURCES)[Locale]>();
/** By the texts that they were made with: another name of the installation makes them anew. */
const read = new WeakMap<Messages, Map<string, PageText>>();

function sourceOf(locale: Locale, name: string): string | undefined {
  const known = sources.get(locale) ?? PAGE_SOURCES[locale];
  sources.set(locale, known);
  return known[name];
}

function anchorsOf(name: string): readonly string[] {
  const blocks = pageText(DEFAULT_LOCALE, name)?.blocks ?? [];
  return blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));
}

/**
 * @param name  area and name, as `help/faq`
 * @param facts  words for `{{name}}` in the text; the same ones for every visitor
 * @returns null for an unknown text
 */
export function pageText(locale: Locale, name: string, facts: Readonly<Record<string, string>> = {}): PageText | null {
  const key = `${locale} ${name} ${JSON.stringify(facts)}`;
  const messages = loadMessages(locale);
  const texts = read.get(messages) ?? new Map<string, PageText>();
  read.set(messages, texts);
  const known = texts.get(key);
  if (known) return known;
  const source = sourceOf(locale, name) ?? sourceOf(DEFAULT_LOCALE, name);
  if (source === undefined) return null;
  const anchors = locale === DEFAULT_LOCALE ? [] : anchorsOf(name);
  const { title, description, blocks } = readMarkdown(
    fillPlaceholders(
      named(withOffers(source, hasOffers()), locale),
      (word) => (word.includes('.') ? messages[word] : facts[word]) ?? null,
    ),
    (link) => textLinkHref(locale, link),
    (position) => anchors[position],
  );
  const text: PageText = { title, description, blocks };
  texts.set(key, text);
  return text;
}
