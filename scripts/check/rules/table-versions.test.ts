import { expect, test } from 'vitest';
import { readSource } from '../source.ts';
import { checkTableVersions } from './table-versions.ts';

const part = (noun: string, tables: string, file = 'part', feature = 'drive') =>
  readSource(`worker/services/${feature}/${noun}/${file}.ts`, tables);
const messages = (...sources: ReturnType<typeof part>[]) => checkTableVersions(sources).map(({ message }) => message);

test('versions of one feature in several files are right while each is there once', () => {
  expect(
    messages(
      part('a', 'export const aPart = { tables: { 1: ONE, 3: THREE }, limits: { 2: 1 } };'),
      part('b', 'export const B_TABLES: NumberedMigrations = { 2: TWO };', 'tables'),
      part('b', 'export const bPart = { tables: B_TABLES };'),
      part('a', 'export const otherPart = { tables: { 1: ONE } };', 'part', 'auth'),
    ),
  ).toEqual([]);
});

test('a version that two nouns of a feature have is named with the file that has it', () => {
  expect(
    messages(
      part('a', 'export const A_TABLES: NumberedMigrations = { 58: ONE };', 'tables'),
      part('b', 'export const bPart = { tables: { 57: TWO, 58: THREE } };'),
    ),
  ).toEqual(['version 58 is that of worker/services/drive/a/tables.ts: take the next']);
});
