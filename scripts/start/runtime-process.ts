/** First file of the process that runs the Worker: makes generated files that are missing, then loads what imports them. */
import { isRelease } from './root.ts';

if (!isRelease()) {
  const { generateMissing } = await import('#scripts/generate/missing.ts');
  await generateMissing();
}
await import('./serve.ts');
