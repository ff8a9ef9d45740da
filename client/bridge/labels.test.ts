import { expect, test } from 'vitest';
import { loadMessages } from '#shared/locale/messages.ts';
import { LOCALES } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import type { Asked } from './dialog.ts';
import type { FailureKind } from './failure.ts';
import { makeEntryWords } from './labels.ts';

function world(locale: (typeof LOCALES)[number] = 'en-US') {
  const asked: Asked[] = [];
  const screen = {
    ask: async (question: Asked) => {
      asked.push(question);
      return true;
    },
    wait: () => () => undefined,
  };
  return { asked, words: makeEntryWords(screen, makeTranslator(locale, loadMessages(locale))) };
}

const KINDS: readonly FailureKind[] = [
  'silent',
  'refused',
  'garbled',
  'undeclared',
  'denied',
  'unreached',
  'invalid-code',
  'unreachable',
  'moved',
];

test.each(LOCALES)('every ending has its words in %s, and says what to do next', async (locale) => {
  const { asked, words } = world(locale);
  for (const kind of KINDS) {
    for (const who of ['address', 'app', 'extension', 'desktop'] as const) await words.failed(kind, who, true);
  }
  for (const { title, text, no, yes } of asked)
    expect([title, ...text, no, yes].filter((each) => !each || each.startsWith('auth.bridge.'))).toEqual([]);
});

test('trying again is offered only where it may help', async () => {
  const { asked, words } = world();
  await words.failed('silent', 'app', true);
  await words.failed('invalid-code', 'address', false);
  expect(asked.map(({ yes }) => yes)).toEqual(['Try again', null]);
});

test("the browser's question is announced only where the browser will ask", async () => {
  const { asked, words } = world();
  await words.agreeToDesktop('prompt');
  await words.agreeToDesktop('absent');
  expect(asked.map(({ text }) => text.length)).toEqual([2, 1]);
});

test('a name is text, whatever it holds', async () => {
  const { asked, words } = world();
  await words.mayReplace('<b>Ann</b>', '{{other}} & Bob');
  expect(asked[0]?.text[0]).toBe('You’re signed in as <b>Ann</b>. Sign in as {{other}} & Bob instead?');
});
