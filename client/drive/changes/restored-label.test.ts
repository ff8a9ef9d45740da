import { expect, test } from 'vitest';
import { loadMessages } from '#shared/locale/messages.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { thing } from '../drive-fixture.ts';
import { restoredLabel } from './restored-label.ts';

const english = makeTranslator('en-US', loadMessages('en-US'), loadMessages('en-US'));
const inTrips = { ...thing('a'), path: ['Trips'] };
const atTop = { ...thing('b'), path: [] };
const lost = [thing('c'), thing('d')];

test.each([
  [[inTrips], '“A” restored to “Trips”.'],
  [[atTop], '“B” restored to “All files”.'],
  [lost.slice(1), '“D” restored to “All files” because its folder is in the trash or deleted.'],
  [[inTrips, atTop], '2 items restored.'],
  [[inTrips, ...lost], '3 items restored, 2 of them to “All files” because their folders are in the trash or deleted.'],
])('a restored file is reported with its location', (rows, sentence) => {
  expect(restoredLabel(english, rows, new Set(lost.map(({ id }) => id)))).toBe(sentence);
});
