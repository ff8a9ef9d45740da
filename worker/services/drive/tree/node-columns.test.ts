import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NODE_COLUMNS } from './node-columns.ts';

const CHECKS = readFileSync('scripts/audit/tree-checks.ts', 'utf8');

test.each(Object.entries(NODE_COLUMNS))(
  'the audit checks the column %s exactly if it is audited',
  (column, { audited }) => {
    const named = new RegExp(`\\b${column}\\b`).test(CHECKS);
    expect(named).toBe(audited);
  },
);
