import { expect, it } from 'vitest';
import { ROOT } from '#scripts/build/ensure.ts';
import { PROOFS, type ProofEntry } from './list.ts';
import { newestOf, type ProofResult, readResults, sumOf, withResult } from './results.ts';

const ADDS_UP: ProofEntry = { name: 'requests', sentence: '', covers: [], addsUp: true };
const STANDS_ALONE: ProofEntry = { name: 'crash', sentence: '', covers: [], addsUp: false };
const made = (name: string, seed: number, date: string, requests = 10, slowestMs = 5): ProofResult => ({
  name,
  date,
  commit: 'c',
  seed,
  seconds: 1,
  numbers: { requests, slowestMs },
});

it('results of a proof that adds up stay beside each other, but for the same seed and for old ones', () => {
  const before = [
    made('requests', 1, '2026-01-01T00:00:00Z'),
    made('requests', 2, '2026-03-01T00:00:00Z'),
    made('requests', 3, '2026-03-01T00:00:00Z'),
    made('crash', 1, '2026-01-01T00:00:00Z'),
  ];
  const after = withResult(before, ADDS_UP, made('requests', 3, '2026-03-02T00:00:00Z'));
  expect(after.map(({ name, seed }) => `${name} ${seed}`)).toEqual(['requests 2', 'crash 1', 'requests 3']);
});

it('a result of another proof replaces the former', () => {
  const before = [made('crash', 1, '2026-03-01T00:00:00Z'), made('requests', 1, '2026-03-01T00:00:00Z')];
  const after = withResult(before, STANDS_ALONE, made('crash', 2, '2026-03-02T00:00:00Z'));
  expect(after.map(({ name, seed }) => `${name} ${seed}`)).toEqual(['requests 1', 'crash 2']);
});

it('the sum adds counts and takes the highest of figures', () => {
  const results = [
    made('requests', 1, '2026-03-02T00:00:00Z', 10, 5),
    made('requests', 2, '2026-03-01T00:00:00Z', 20, 4),
    made('crash', 2, '2026-03-01T00:00:00Z', 99, 99),
  ];
  expect(sumOf(results, 'requests')).toEqual({ requests: 30, slowestMs: 5 });
  expect(newestOf(results, 'requests')?.seed).toBe(1);
});

it('every stored result names a proof and the code that it proved', () => {
  for (const { name, commit, date } of readResults(ROOT)) {
    expect(PROOFS.map((proof) => proof.name)).toContain(name);
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
    expect(Date.parse(date)).toBeGreaterThan(0);
  }
});
