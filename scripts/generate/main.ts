/**
 * Makes the source files that are not in git: `*.gen.ts`. npm runs it after an install (`prepare`); build, check and tests
 * run it first. A file that is current is not written again.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeLocaleModules } from '#scripts/locales/modules.ts';
import { bindingsHeader, makeBindingsModule } from './bindings.ts';
import { makeCountriesModule } from './countries.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Replaces the file in one step: another process may be reading it. */
function write(file: string, text: string): void {
  if (textOf(file) === text) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}`);
  writeFileSync(draft, text);
  renameSync(draft, file);
}

/** Makes what is missing or out of date. */
export async function generate(): Promise<void> {
  const modules = { ...makeLocaleModules(ROOT), 'shared/country/countries.gen.ts': makeCountriesModule() };
  for (const [file, text] of Object.entries(modules)) write(path.join(ROOT, file), text);
  const bindings = path.join(ROOT, 'worker/bindings.gen.ts');
  if (!textOf(bindings).startsWith(bindingsHeader(ROOT))) write(bindings, await makeBindingsModule(ROOT));
}

if (import.meta.main) await generate();
