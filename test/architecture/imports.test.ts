/** Proves each import rule by breaking it on purpose, in the checker and in the editor's linter. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { FEATURES } from '#scripts/check/order.ts';
import { IMPORT_RULES } from '#scripts/check/rules/import-rules.ts';
import { checkImports } from '#scripts/check/rules/imports.ts';
import { readSource } from '#scripts/check/source.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
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

test('Biome finds import cycles, those of types too', () => {
  const top = scratchFolder();
  const write = (path: string, text: string): void => {
    mkdirSync(join(top, dirname(path)), { recursive: true });
    writeFileSync(join(top, path), text);
  };
  const cycles = { suspicious: { noImportCycles: { level: 'error', options: { ignoreTypes: false } } } };
  write('package.json', JSON.stringify({ name: 'imagined', type: 'module', imports: { '#shared/*': './shared/*' } }));
  write('biome.json', JSON.stringify({ linter: { rules: { preset: 'none', ...cycles } } }));
  write('shared/config/one.ts', `import type { Two } from './two.ts';\nexport type One = Two;\n`);
  write('shared/config/two.ts', `import type { One } from '#shared/config/one.ts';\nexport type Two = One;\n`);
  const biome = join(import.meta.dirname, '../../node_modules/.bin/biome');
  const args = ['lint', '--reporter=concise', '--colors=off', '--max-diagnostics=none'];
  const { stdout, stderr } = spawnSync(biome, args, { cwd: top, encoding: 'utf8' });
  const report = `${stdout}${stderr}`.split('\n');
  expect(report.filter((line) => /config\/(one|two)\.ts.*noImportCycles/.test(line))).toHaveLength(2);
});
