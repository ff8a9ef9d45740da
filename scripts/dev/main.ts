/** `npm run dev`: the development server with hot reload, quiet and without calls to the outside. */
import { createServer } from 'vite';
import { ROOT } from '#scripts/build/ensure.ts';
import { generate } from '#scripts/generate/main.ts';
import { describePeople, seedDemo } from '#scripts/start/state/seed.ts';
import { devVars } from './vars.ts';

Object.assign(process.env, {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_WRITE_LOGS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
  X_LOCAL_EXPLORER: 'false',
});
await generate();
const server = await createServer({ root: ROOT });
await server.listen();
server.printUrls();
const vars = devVars();
const appOrigin = vars['APP_ORIGIN'] ?? '';
const people = await seedDemo(new URL(appOrigin), appOrigin, vars['INTERNAL_TOKEN'] ?? '', false);
process.stdout.write(describePeople(people));
