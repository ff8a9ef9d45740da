import { expect, test } from 'vitest';
import { decisionsCsv } from './reports.ts';

test('decisions are a line each below the names of the columns, and no cell is a formula', () => {
  const decision = {
    at: '2026-01-02T03:04:05.000Z',
    link: 'Vlink',
    act: 'restrict',
    note: '=1+1',
    unknown: 'left out',
  };
  const [names, line, ...rest] = decisionsCsv([decision]).split('\r\n');
  expect(names).toBe('"at","link","owner","title","act","status","ground","by","note","appeal","appealed"');
  expect(line).toBe(`"2026-01-02T03:04:05.000Z","Vlink","","","restrict","","","","'=1+1","",""`);
  expect(rest).toEqual([]);
});
