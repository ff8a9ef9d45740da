/** Writes the folder that harness/serve.ts serves: the baseline Worker and its bindings. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformWithOxc } from 'vite';
import { BINDINGS_FILE } from '../harness/serve.ts';

/** @param pages  the constant pages by name */
export async function writeBaseline(folder: string, pages: Readonly<Record<string, string>>): Promise<void> {
  const file = path.join(import.meta.dirname, 'worker.ts');
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file);
  mkdirSync(path.join(folder, 'worker'), { recursive: true });
  writeFileSync(path.join(folder, 'worker/index.js'), `${code}\nexport default baseline;\n`);
  const bindings = {
    compatibilityDate: '2026-11-01',
    compatibilityFlags: [],
    bindings: { DATA: { pages } },
    unsafeBindings: [],
  };
  writeFileSync(path.join(folder, BINDINGS_FILE), JSON.stringify(bindings));
}
