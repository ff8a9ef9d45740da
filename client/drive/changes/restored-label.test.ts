import { expect, test } from 'vitest';
import { loadMessages } from '#shared/locale/messages.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { thing } from '../drive-fixture.ts';
import { restoredLabel } from './restored-label.ts';

const english = makeTranslator('en-US', loadMessages('en-US'), loadMessages('en-US'));
const inTrips = { ...thing('a'), path: ['Trips'] };
const atTop = { ...thing('b'), path: [] };
const lost = thing('c');

test.each([
  [[inTrips], '“A” restored to “Trips”.'],
  [[atTop], '“B” restored to “All files”.'],
  [[lost], '“C” restored to “All files”.'],
  [[inTrips, atTop], '2 items restored.'],
  [[inTrips, lost, lost], '3 items restored, 2 of them to “All files” because the original folders no longer exist.'],
])('a restored file is reported with its location', (rows, sentence) => {
  expect(restoredLabel(english, rows)).toBe(sentence);
});
