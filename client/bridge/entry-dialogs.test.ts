import { expect, test } from 'vitest';
import { loadMessages } from '#shared/locale/messages.ts';
import { LOCALES } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import type { DialogQuestion } from './dialog.ts';
import { makeEntryDialogs } from './entry-dialogs.ts';
import type { FailureKind } from './failure.ts';

function world(locale: (typeof LOCALES)[number] = 'en-US') {
  const asked: DialogQuestion[] = [];
  const screen = {
    ask: async (question: DialogQuestion) => {
      asked.push(question);
      return true;
    },
    wait: () => () => undefined,
  };
  return { asked, dialogs: makeEntryDialogs(screen, makeTranslator(locale, loadMessages(locale))) };
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

test.each(LOCALES)('every failure has its text in %s with a next step', async (locale) => {
  const { asked, dialogs } = world(locale);
  for (const kind of KINDS) {
    for (const who of ['address', 'app', 'extension', 'desktop'] as const) await dialogs.failed(kind, who, true);
  }
  for (const { title, text, no, yes } of asked)
    expect([title, ...text, no, yes].filter((each) => !each || each.startsWith('auth.bridge.'))).toEqual([]);
});

test('another try is offered only where it may help', async () => {
  const { asked, dialogs } = world();
  await dialogs.failed('silent', 'app', true);
  await dialogs.failed('invalid-code', 'address', false);
  expect(asked.map(({ yes }) => yes)).toEqual(['Try again', null]);
});

test("the browser's prompt is announced only where it will open", async () => {
  const { asked, dialogs } = world();
  await dialogs.agreeToDesktop('prompt');
  await dialogs.agreeToDesktop('absent');
  expect(asked.map(({ text }) => text.length)).toEqual([2, 1]);
});

test('an account name is shown as text', async () => {
  const { asked, dialogs } = world();
  await dialogs.mayReplace('<b>Ann</b>', '{{other}} & Bob');
  expect(asked[0]?.text[0]).toBe('You’re signed in as <b>Ann</b>. Sign in as {{other}} & Bob instead?');
});
