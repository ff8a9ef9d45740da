/**
 * Variables of the environment: those that the code reads and those that scripts/settings declares are the same, and the tables of
 * docs/settings.md and docs/limits.md are made from them.
 */
import { RUNS_FILE, RUNS_PAGE, withRunsTable } from '#scripts/proof/programs/recorded.ts';
import { DECLARED } from '#scripts/settings/declared.ts';
import { withLimitsTable } from '#scripts/settings/limits-table.ts';
import type { SettingPlace } from '#scripts/settings/setting.ts';
import { withTables } from '#scripts/settings/tables.ts';
import type { Finding } from '../finding.ts';
import { isNode, nameOf, type Source, walk } from '../source.ts';
import type { Tree } from '../tree.ts';

const RULE = 'settings';
const HOME = 'scripts/settings/declared.ts';
const START = 'scripts/start/';
/** Files that read variables of one machine. */
const READERS = [
  'settings.ts',
  'payment-settings.ts',
  'watch/settings.ts',
  'downloader/settings.ts',
  'runtime/human-check.ts',
  'runtime/messaging.ts',
];
/** For tests and benches. */
const INTERNAL = ['MAGPIE_COUNT_COST', 'MAGPIE_OUTBOUND_ALLOW'];
/** Names of the Worker for what has another name on one machine, or is no setting. */
const OF_WORKER = [
  'BLOB_INDEX_DIGITS',
  'RESTORED',
  'COUNT_COST',
  'DOWNLOADER_SCHEMES',
  'INTERNAL_TOKEN',
  'JWT_PRIVATE_JWK',
  'OUTBOUND_ALLOW',
  'PROCESS_NAME',
  'SECRET_ROOT',
  'SHIELD_MODE',
  // A double on this machine, for tests.
  'STRIPE_API_URL',
];

const MADE: Readonly<Record<string, (text: string, tree: Tree) => string>> = {
  'docs/settings.md': withTables,
  'docs/limits.md': (text, tree) => withLimitsTable(text, tree.get('worker/env-limits.ts') ?? ''),
  [RUNS_PAGE]: (text, tree) => withRunsTable(text, tree.get(RUNS_FILE) ?? '[]'),
};

const declaredFor = (...places: readonly SettingPlace[]): string[] =>
  DECLARED.filter(({ place }) => places.includes(place)).map(({ name }) => name);

/** Names that are written as a text in the readers of one machine. */
export function namesOfMachine(sources: readonly Source[]): string[] {
  const names = new Set<string>();
  for (const { path, program } of sources)
    if (READERS.includes(path.slice(START.length)) && path.startsWith(START))
      walk(program, ({ type, value }) => {
        if (type === 'Literal' && typeof value === 'string' && /^[A-Z][A-Z_]{2,}$/.test(value)) names.add(value);
      });
  return [...names].filter((name) => ![...INTERNAL, ...OF_WORKER].includes(name));
}

/** Members of the Worker's environment that hold a text. */
export function namesOfWorker(sources: readonly Source[]): string[] {
  const names: string[] = [];
  for (const { path, program } of sources)
    if (/^worker\/env(-[a-z]+)?\.ts$/.test(path))
      walk(program, (node) => {
        if (node.type !== 'TSPropertySignature' || !/^[A-Z_]+$/.test(nameOf(node['key']))) return;
        const annotation = node['typeAnnotation'];
        const type = isNode(annotation) ? annotation['typeAnnotation'] : undefined;
        if (isNode(type) && type.type === 'TSStringKeyword') names.push(nameOf(node['key']));
      });
  return names;
}

const missing = (names: readonly string[], from: readonly string[], message: string): Finding[] =>
  names
    .filter((name) => !from.includes(name))
    .map((name) => ({ path: HOME, rule: RULE, message: `${name} ${message}` }));

export function checkSettings(tree: Tree, sources: readonly Source[]): Finding[] {
  const machine = namesOfMachine(sources);
  const worker = namesOfWorker(sources);
  const configured = Array.from((tree.get('wrangler.toml') ?? '').matchAll(/^([A-Z_]+) = /gm), ([, name = '']) => name);
  const declared = DECLARED.map(({ name }) => name);
  return [
    ...missing(machine, declaredFor('machine', 'both'), 'is read and not declared for one machine'),
    ...missing(declaredFor('machine', 'both'), machine, 'is declared for one machine and not read there'),
    ...missing(
      worker,
      [...declaredFor('both', 'cloudflare', 'machine'), ...OF_WORKER],
      'is of the Worker and not declared',
    ),
    ...missing(
      declaredFor('both', 'cloudflare'),
      [...worker, ...configured],
      'is declared for the Worker, which has no such variable',
    ),
    ...declared
      .filter((name, at) => declared.indexOf(name) < at)
      .map((name) => ({ path: HOME, rule: RULE, message: `${name} is declared twice` })),
  ];
}

export function checkSettingTables(tree: Tree): Finding[] {
  return Object.entries(MADE).flatMap(([path, make]): Finding[] => {
    const text = tree.get(path) ?? '';
    return make(text, tree) === text
      ? []
      : [{ path, rule: RULE, message: 'is not current: npm run settings -- --write' }];
  });
}
