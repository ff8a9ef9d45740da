import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LOCALES } from '#shared/locale/tags.ts';
import { checkComposed, forcedSynonyms, renderComposed } from './composed.ts';
import { readTree } from './tree.ts';

it('a text that another is filled into needs a note that names it, at the key or in its group', () => {
  const texts = {
    '@offer.get': 'days: such as ‘7 days’.',
    'offer.get': 'You get {{days}}.',
    'offer.had': 'You had {{days}}.',
    'mail.case': 'Reason: {{reason}}',
    plain: '{{name}}',
  };
  expect(checkComposed({ 'en-US': { x: texts } }).map(({ path }) => path)).toEqual(['composed:x.mail.case']);
});

it('prints each sentence with each form of what fills it', () => {
  const ru = {
    membership: { get: 'Вы получите {{days}}.' },
    site: {
      'help.days.one': '{{count}} день',
      'help.days.few': '{{count}} дня',
      'help.days.many': '{{count}} дней',
      'help.days.other': '{{count}} дня',
    },
  };
  expect(renderComposed({ ru }, 'ru')).toEqual([
    'membership.get: Вы получите 1 день.',
    'membership.get: Вы получите 2 дня.',
    'membership.get: Вы получите 5 дней.',
    'membership.get: Вы получите 21 день.',
  ]);
});

it('prints hours in the case that the sentence asks for, not as a label of its own has them', () => {
  const membership = {
    'referral.rule.inviter': 'Через {{hours}}.',
    'referral.hours.one': '{{count}} годину',
    'referral.hours.few': '{{count}} години',
    'referral.hours.many': '{{count}} годин',
    'referral.hours.other': '{{count}} години',
    'limits.hours.one': '{{count}} година',
  };
  const [first] = renderComposed({ uk: { membership } }, 'uk');
  expect(first).toBe('membership.referral.rule.inviter: Через 1 годину.');
});

it('asks about a word of its own where two siblings keep the English one', () => {
  const word = (total: string) => ({ x: { total } });
  const tree = { 'en-US': word('Total'), es: word('Suma'), id: word('Total'), ms: word('Jumlah'), pt: word('Total') };
  expect(forcedSynonyms(tree)).toEqual([
    'es x.total: “Suma” for “Total”. Forced synonym?',
    'ms x.total: “Jumlah” for “Total”. Forced synonym?',
  ]);
});

it('the product’s texts have their notes, and every language fills them without a gap', () => {
  const tree = readTree(join(import.meta.dirname, '../../locales'));
  expect(checkComposed(tree)).toEqual([]);
  for (const locale of LOCALES)
    for (const line of renderComposed(tree, locale)) expect(line).not.toMatch(/\{\{(days|hours|length)\}\}/);
});
