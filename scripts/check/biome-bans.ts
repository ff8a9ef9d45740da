/**
 * The import rules that Biome can express, made from the one order list, so that editors show them while typing.
 * scripts/check/import-rules.ts holds all of the rules. `node scripts/check/biome-bans.ts --write` writes the file
 * that biome.json extends.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './finding.ts';
import { FEATURES, type Feature, HTTP_PACKAGES, LIVE_PACKAGES } from './order.ts';

/** Read by biome.json; written here only. */
export const BANS_FILE = 'scripts/check/biome-bans.gen.json';
const TOP = join(import.meta.dirname, '../..');

interface Ban {
  group: string[];
  message: string;
}

/** Files and what they may not import. The last zone that holds a file decides alone, so zones repeat their outer bans. */
interface Zone {
  includes: string[];
  bans: Ban[];
}

const TOOLS: Ban = { group: ['#scripts/**', '#test/**'], message: 'The product imports nothing of scripts or test.' };
const NO_WORKER: Ban = { group: ['#worker/**'], message: 'The client never imports the worker.' };
const NO_CLIENT: Ban = { group: ['#client/**'], message: 'Only worker/pages and worker/edge take views.' };
const MARKUP_ONLY: Ban = {
  group: ['#client/**', '!#client/**/*.view.tsx', '!#client/ui/**'],
  message: 'The worker takes views and client/ui only.',
};
const FACES_ONLY: Ban = {
  group: ['#worker/services/**', '!#worker/services/*/{index,face}.ts'],
  message: 'From outside a service only its index.ts or face.ts.',
};
const NO_HTTP: Ban = {
  group: HTTP_PACKAGES.flatMap((name) => [name, `${name}/**`]).concat('#worker/edge/**', '../http.ts', './http.ts'),
  message: 'Stores and operations know no HTTP.',
};
const NO_STORE: Ban = {
  group: ['./store.ts', './*.store.ts', './http.ts', './ops/**', '#worker/platform/**', '#worker/edge/**'],
  message: 'Rules are pure: no store, http, op or platform.',
};
const NOT_LIVE: Ban = {
  group: [...LIVE_PACKAGES, '{.,#client}/**/*.{state,actions,api,events}.ts', '{.,#client}/**/*.island.tsx'],
  message: 'A view is props in, markup out.',
};
const HALLWAY: Ban = {
  group: ['#worker/app.ts', '#worker/compose.ts', '#worker/queues.ts', '#worker/index.ts', '#worker/pages/**'],
  message: 'Services know nothing of the wiring above them.',
};
const NO_FEATURE: Ban = { group: [roomsOf(FEATURES)], message: 'This room knows no feature.' };
const FLOOR: Ban = {
  group: ['#client/**', '#worker/**', 'hono', 'hono/**', 'node:*'],
  message: 'shared is the floor.',
};

/** What stands right of a feature, in every tier. */
function rightOf(feature: Feature): Ban[] {
  const right = FEATURES.slice(FEATURES.indexOf(feature) + 1);
  if (right.length === 0) return [];
  return [{ group: [roomsOf(right)], message: 'Calls go left: publish an event for a feature on the right.' }];
}

/** The rooms of features in every tier, as one pattern. */
function roomsOf(features: readonly Feature[]): string {
  return `#{shared,client,worker/services}/{${features.join(',')}}/**`;
}

function zones(): Zone[] {
  const client = [NO_WORKER, TOOLS];
  const worker = [NO_CLIENT, FACES_ONLY, TOOLS];
  const service = (feature: Feature) => [...worker, HALLWAY, ...rightOf(feature)];
  return [
    { includes: ['shared/**'], bans: [FLOOR, TOOLS] },
    ...FEATURES.map((feature) => ({ includes: [`shared/${feature}/**`], bans: [FLOOR, TOOLS, ...rightOf(feature)] })),
    { includes: ['client/**'], bans: client },
    { includes: ['client/**/*.view.tsx'], bans: [...client, NOT_LIVE] },
    { includes: ['client/ui/**'], bans: [...client, NO_FEATURE] },
    ...FEATURES.flatMap((feature) => [
      { includes: [`client/${feature}/**`], bans: [...client, ...rightOf(feature)] },
      { includes: [`client/${feature}/**/*.view.tsx`], bans: [...client, NOT_LIVE, ...rightOf(feature)] },
    ]),
    { includes: ['worker/**', '!worker/index.ts', '!worker/objects.ts', '!worker/queues.ts'], bans: worker },
    { includes: ['worker/pages/**', 'worker/edge/**'], bans: [MARKUP_ONLY, FACES_ONLY, TOOLS] },
    { includes: ['worker/platform/**'], bans: [NO_CLIENT, HALLWAY, NO_FEATURE, TOOLS] },
    ...FEATURES.flatMap((feature) => {
      const home = `worker/services/${feature}`;
      return [
        { includes: [`${home}/**`], bans: service(feature) },
        {
          includes: [`${home}/store.ts`, `${home}/*.store.ts`, `${home}/ops/**`],
          bans: [...service(feature), NO_HTTP],
        },
        { includes: [`${home}/rules.ts`, `${home}/*.rules.ts`], bans: [...service(feature), NO_HTTP, NO_STORE] },
      ];
    }),
  ];
}

/** The text of BANS_FILE: one override a line, in the order Biome must read them. Tests beside the code are left out. */
export function biomeBans(): string {
  const overrides = zones().map(({ includes, bans }) => ({
    includes: [...includes, '!**/*.test.ts', '!**/*.test.tsx'],
    linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns: bans } } } } },
  }));
  const lines = overrides.map((override) => JSON.stringify(override));
  return `{ "overrides": [\n${lines.join(',\n')}\n] }\n`;
}

export function checkBiomeBans(written: string | undefined): Finding[] {
  if (written === biomeBans()) return [];
  const says = 'not what the order list says: node scripts/check/biome-bans.ts --write';
  return [{ path: BANS_FILE, rule: 'biome-bans', says }];
}

if (import.meta.main && process.argv.includes('--write')) writeFileSync(join(TOP, BANS_FILE), biomeBans());
