/** Proves each import rule by breaking it on purpose, in the checker and in the editor's linter. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BANS_FILE, biomeBans, checkBiomeBans } from '#scripts/check/biome-bans.ts';
import { IMPORT_RULES } from '#scripts/check/import-rules.ts';
import { checkImports } from '#scripts/check/imports.ts';
import { FEATURES } from '#scripts/check/order.ts';
import { readSource } from '#scripts/check/source.ts';
import { ALLOWED, type ImaginedImport, VIOLATIONS } from './violations.ts';

const FORMS = [
  (specifier: string) => `import { x } from '${specifier}';`,
  (specifier: string) => `import type { X } from '${specifier}';`,
  (specifier: string) => `export { x } from '${specifier}';`,
  (specifier: string) => `export const load = () => import('${specifier}');`,
  (specifier: string) => `export type X = import('${specifier}').X;`,
];

function rulesBroken({ from, specifier }: ImaginedImport, form = FORMS[0]): string[] {
  const findings = checkImports([readSource(from, form?.(specifier) ?? '')]);
  return findings.map(({ rule }) => rule.replace('import/', ''));
}

test('every import rule is proved by a violation', () => {
  expect(Object.keys(VIOLATIONS).sort()).toEqual(IMPORT_RULES.map(({ id }) => id).sort());
});

const violations = Object.entries(VIOLATIONS).flatMap(([rule, list]) =>
  list.map(({ from, specifier }) => [rule, from, specifier] as const),
);

test.each(violations)('the rule %s catches %s importing %s, however it is written', (rule, from, specifier) => {
  for (const form of FORMS) expect(rulesBroken({ from, specifier }, form)).toContain(rule);
});

test.each(ALLOWED)('$from may import $specifier', (allowed) => {
  expect(rulesBroken(allowed)).toEqual([]);
});

test('a feature may import exactly itself and what stands left of it', () => {
  for (const [at, caller] of FEATURES.entries()) {
    for (const [calledAt, called] of FEATURES.entries()) {
      const from = `worker/services/${caller}/index.ts`;
      const broken = rulesBroken({ from, specifier: `#shared/${called}/model.ts` });
      expect(broken).toEqual(calledAt <= at ? [] : ['order']);
    }
  }
});

test('a word in a comment or a string is no import', () => {
  const text = `// import { x } from '#worker/app.ts';\nexport const s = "import x from '#worker/app.ts'";`;
  expect(checkImports([readSource('client/entry.ts', text)])).toEqual([]);
});

test('the bans that editors read are those of the order list', () => {
  expect(checkBiomeBans(biomeBans())).toEqual([]);
  expect(checkBiomeBans(biomeBans().replace('share', 'shared'))).toHaveLength(1);
  expect(checkBiomeBans(undefined)).toHaveLength(1);
});

/** Rules that Biome sees as well; the others need to know the importing file or the resolved one. */
const SEEN_BY_BIOME = [
  'floor',
  'client-worker',
  'worker-client',
  'order',
  'pure-rules',
  'no-http',
  'ui',
  'tools',
  'view',
];

/** Imports whose breach only the checker tells: written from the tier's own root, or a package left to the checker. */
const CHECKER_ONLY = new Set(['react', 'node:crypto', './share.object.ts', '#client/shell/theme.ts']);

describe('in Biome', () => {
  const top = mkdtempSync(join(tmpdir(), 'magpie-bans-'));
  let report: string[] = [];

  function write(path: string, text: string): void {
    mkdirSync(join(top, dirname(path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }

  const caught = SEEN_BY_BIOME.flatMap((rule) => VIOLATIONS[rule] ?? []).filter(
    ({ from, specifier }) => !CHECKER_ONLY.has(specifier) && !/\.test\./.test(from),
  );
  /** Each import in a file of its own, so that a report names it. */
  const placed = [...caught, ...ALLOWED.filter(({ from }) => !/^(scripts|test)\//.test(from))].map((each, index) => ({
    ...each,
    ok: index >= caught.length,
  }));

  beforeAll(() => {
    const cycles = { suspicious: { noImportCycles: { level: 'error', options: { ignoreTypes: false } } } };
    const imports = Object.fromEntries(['shared', 'client', 'worker'].map((tier) => [`#${tier}/*`, `./${tier}/*`]));
    write('package.json', JSON.stringify({ name: 'imagined', type: 'module', imports }));
    write(BANS_FILE, biomeBans());
    write(
      'biome.json',
      JSON.stringify({ extends: [`./${BANS_FILE}`], linter: { rules: { preset: 'none', ...cycles } } }),
    );
    const texts = new Map<string, string>();
    for (const { from, specifier } of placed) {
      texts.set(from, `${texts.get(from) ?? ''}import '${specifier}';\n`);
    }
    for (const [path, text] of texts) write(path, text);
    write('shared/config/one.ts', `import type { Two } from './two.ts';\nexport type One = Two;\n`);
    write('shared/config/two.ts', `import type { One } from '#shared/config/one.ts';\nexport type Two = One;\n`);
    const biome = join(import.meta.dirname, '../../node_modules/.bin/biome');
    const args = ['lint', '--reporter=concise', '--colors=off', '--max-diagnostics=none'];
    const run = spawnSync(biome, args, { cwd: top, encoding: 'utf8' });
    report = `${run.stdout}${run.stderr}`.split('\n');
  });

  afterAll(() => rmSync(top, { recursive: true, force: true }));

  test('types count when a circle closes', () => {
    expect(report.filter((line) => /config\/(one|two)\.ts.*noImportCycles/.test(line))).toHaveLength(2);
  });

  test.each(placed)('the import of $specifier in $from is judged as the checker does', ({ from, specifier, ok }) => {
    const line = placed.filter((each) => each.from === from).findIndex((each) => each.specifier === specifier) + 1;
    const banned = report.some((text) => text.includes(`${from}:${line}:`) && text.includes('noRestrictedImports'));
    expect(banned).toBe(!ok);
  });
});
