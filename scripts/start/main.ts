/** `npm start`: makes generated files that are missing, then loads the supervisor, which imports them. */
import { generateMissing } from '#scripts/generate/missing.ts';

await generateMissing();
await import('./start.ts');
