/** For programs that import generated files before they could make them: an install without scripts leaves none. */
import { existsSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FILES = [
  'shared/locale/keys.gen.ts',
  'shared/locale/all.gen.ts',
  'shared/locale/island-texts.gen.ts',
  'shared/locale/later-texts/en-us.gen.ts',
  'shared/country/countries.gen.ts',
  'worker/bindings.gen.ts',
];

export async function generateMissing(): Promise<void> {
  if (FILES.every((file) => existsSync(path.join(ROOT, file)))) return;
  const { generate } = await import('./main.ts');
  await generate();
}
