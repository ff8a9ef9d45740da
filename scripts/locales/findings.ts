/** Findings in the texts. Those that are not mended yet are listed in scripts/locales/exceptions/<tag>.txt, in small letters. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readExceptions, withExceptions } from '#scripts/check/exceptions.ts';
import type { Finding } from '#scripts/check/finding.ts';
import { checkComposed } from './composed.ts';
import { checkGrammar } from './grammar.ts';
import { readPageTexts } from './page-texts.ts';
import { checkSiblings } from './siblings.ts';
import { checkTranslated, readOrigins } from './translated.ts';
import { readTree } from './tree.ts';
import { checkVoice } from './voice.ts';

export const TEXT_EXCEPTIONS = 'scripts/locales/exceptions';

/** All findings, exceptions too; their rule is the language, as its list is named. @param folder  holds the locale folders */
export function findTexts(folder: string): Finding[] {
  const [tree, pages] = [readTree(folder), readPageTexts(folder)];
  const found = [
    ...checkTranslated(pages, readOrigins(folder)),
    ...checkGrammar(tree, pages),
    ...checkSiblings(tree),
    ...checkVoice(tree, pages),
    ...checkComposed(tree),
  ];
  return found.map((finding) => ({ ...finding, rule: finding.rule.toLowerCase() }));
}

/** Findings that are not listed. @param root  folder of the repository */
export function checkTexts(root: string): Finding[] {
  const folder = join(root, TEXT_EXCEPTIONS);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const texts = files.map((file) => [`${TEXT_EXCEPTIONS}/${file}`, readFileSync(join(folder, file), 'utf8')] as const);
  const lists = readExceptions(new Map(texts), TEXT_EXCEPTIONS);
  return withExceptions(findTexts(join(root, 'locales')), lists, TEXT_EXCEPTIONS);
}
