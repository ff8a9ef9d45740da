/** Texts of the help with limits of this server, and the questions and topics made of them. */

import { makeFormat } from '#shared/locale/format.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import { hasOffers } from '#shared/locale/messages.ts';
import { joinLocale } from '#shared/locale/path.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { href } from '#shared/routes.ts';
import { FAQ_WORDS } from '#shared/site/faq-anchors.ts';
import { HELP_DIRECTORIES, type HelpDirectorySlug } from '#shared/site/help-map.ts';
import { isAboutOffers } from '#shared/site/offers.ts';
import { type Block, type PageText, plainText, wordsOf } from '#shared/site/page-text.ts';
import type { Config } from '#worker/env.ts';
import { pageText } from '../render/page-texts.ts';
import { translatorOf } from '../render/render.tsx';

type Limits = Config['limits'];

const DAY_SECONDS = 86_400;

/** @throws Error for an unknown text, which is a bug of a caller */
export function helpText(locale: Locale, limits: Limits, name: string): PageText {
  const format = makeFormat(locale);
  const { tn } = translatorOf(locale);
  const days = (seconds: number) => tn('site.help.days', Math.round(seconds / DAY_SECONDS));
  const text = pageText(locale, `help/${name}`, {
    free_storage: format.bytes(limits.freeStorageBytes),
    file_size: format.bytes(limits.fileBytes),
    trash_days: days(limits.trashTtlSeconds),
    close_days: days(limits.closeGraceSeconds),
    upload_days: days(limits.uploadTtlSeconds),
  });
  if (!text) throw new Error(`no text help/${name}`);
  return text;
}

export interface Question {
  readonly id: string;
  readonly question: string;
  readonly answer: readonly Block[];
  readonly formerAnchors: string;
}

/** Every second-level heading of the text is a question, what follows its answer. */
export function questionsOf(blocks: readonly Block[]): Question[] {
  const questions: (Question & { answer: Block[] })[] = [];
  for (const block of blocks) {
    if (block.kind !== 'heading' || block.level !== 2) questions.at(-1)?.answer.push(block);
    else
      questions.push({
        id: block.id,
        question: wordsOf(block.inside),
        answer: [],
        formerAnchors: FAQ_WORDS[block.id] ?? '',
      });
  }
  return questions;
}

/** Words of the search by article, as `sharing/share-a-link`: its text does not use them. */
export function synonymsIn(locale: Locale, limits: Limits): ReadonlyMap<string, string> {
  const { blocks } = helpText(locale, limits, 'search-words');
  return new Map(questionsOf(blocks).map(({ question, answer }) => [question, plainText(answer)]));
}

const TOPIC_KEYS: Readonly<Record<HelpDirectorySlug, readonly [title: MessageKey, text: MessageKey]>> = {
  'first-steps': ['site.help.topic.first_steps', 'site.help.topic.first_steps.text'],
  'upload-and-download': ['site.help.topic.transfer', 'site.help.topic.transfer.text'],
  sharing: ['site.help.topic.sharing', 'site.help.topic.sharing.text'],
  account: ['site.help.topic.account', 'site.help.topic.account.text'],
  trouble: ['site.help.topic.trouble', 'site.help.topic.trouble.text'],
};

export function helpHref(locale: Locale, slug: string): string {
  return joinLocale(locale, href('site.help-article', { slug }));
}

export interface Topic {
  readonly slug: HelpDirectorySlug;
  readonly title: string;
  readonly text: string;
  readonly href: string;
  readonly articles: readonly string[];
}

export function topicsIn(locale: Locale): Topic[] {
  const { text } = translatorOf(locale);
  return HELP_DIRECTORIES.map(({ slug, articles }) => {
    const [title, lead] = TOPIC_KEYS[slug];
    const shown = articles.filter(
      (article) => hasOffers() || !isAboutOffers(href('site.help-article', { slug: `${slug}/${article}` })),
    );
    return { slug, title: text(title), text: text(lead), href: helpHref(locale, slug), articles: shown };
  });
}
