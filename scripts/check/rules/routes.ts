/**
 * The addresses of pages are a promise: a change of shared/routes.ts must show in the snapshot beside it in review.
 * `npm run routes` brings the snapshot up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES } from '#shared/routes.ts';
import type { Finding } from '../finding.ts';

const SNAPSHOT = 'test/architecture/routes.snapshot.json';
const TOP = join(import.meta.dirname, '../../..');

export function checkRoutes(top: string): Finding[] {
  const snapshot: unknown = JSON.parse(readFileSync(join(top, SNAPSHOT), 'utf8'));
  return routeChanges(snapshot, ROUTES).map((message) => ({ path: SNAPSHOT, rule: 'routes', message }));
}

/** Differences between the snapshot and the table, one line a route. */
export function routeChanges(snapshot: unknown, routes: Readonly<Record<string, string>>): string[] {
  const before = new Map(Object.entries(snapshot ?? {}));
  const changes: string[] = [];
  for (const [id, pattern] of Object.entries(routes)) {
    if (!before.has(id)) changes.push(`${id} ${pattern} is new`);
    else if (before.get(id) !== pattern) changes.push(`${id} was ${before.get(id)}, is ${pattern}`);
    before.delete(id);
  }
  return [...changes, ...Array.from(before.keys(), (id) => `${id} is gone`)];
}

if (import.meta.main && process.argv.includes('--write')) {
  writeFileSync(join(TOP, SNAPSHOT), `${JSON.stringify(ROUTES, null, 2)}\n`);
}
