/**
 * `npm run new page|op|island <feature>/<name>`, `npm run new service <name>`: makes the files and rows of a new thing,
 * with tests that fail until they are filled in. Writes all of it or nothing; never changes what is there.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { type Draft, openDraft } from './draft.ts';
import { listOf } from './insert.ts';
import { type Kind, Refused, readWanted, type Wanted } from './names.ts';
import { addIsland } from './templates/island.ts';
import { addOp } from './templates/op.ts';
import { addPage } from './templates/page.ts';
import { addService } from './templates/service.ts';

const TOP = path.join(import.meta.dirname, '../..');
const MAKERS: Readonly<Record<Kind, (draft: Draft, wanted: Wanted) => void>> = {
  page: addPage,
  op: addOp,
  island: addIsland,
  service: addService,
};
/** What is made from the sources a kind changes. */
const FOLLOW_UPS: Readonly<Record<Kind, readonly (readonly string[])[]>> = {
  page: [['scripts/generate/main.ts'], ['scripts/check/routes.ts', '--write']],
  op: [],
  island: [],
  service: [],
};

/** @throws Error with what the program said */
function run(program: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: TOP, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`);
}

/** A page may also stand in a room of the client that is no feature, such as the site. */
function checkRoom(draft: Draft, { kind, feature }: Wanted): void {
  const features = listOf(draft.read('scripts/check/order.ts'), 'FEATURES');
  if (kind === 'service') {
    if (features.includes(feature)) throw new Refused(`${feature} stands in the order list already.`);
    return;
  }
  const isRoom = kind === 'page' && draft.exists(`client/${feature}`) && draft.exists(`locales/en-US/${feature}.json`);
  if (!features.includes(feature) && !isRoom)
    throw new Refused(`There is no feature "${feature}". There are: ${features.join(' ')}.`);
}

function main(): void {
  const wanted = readWanted(process.argv.slice(2));
  const draft = openDraft(TOP);
  checkRoom(draft, wanted);
  MAKERS[wanted.kind](draft, wanted);
  const { made, changed } = draft.write();
  for (const args of FOLLOW_UPS[wanted.kind]) run(process.execPath, args);
  const formatted = [...made, ...changed].filter((file) => !file.endsWith('.md'));
  run(path.join(TOP, 'node_modules/.bin/biome'), ['check', '--write', ...formatted]);
  for (const file of made) process.stdout.write(`made     ${file}\n`);
  for (const file of changed) process.stdout.write(`changed  ${file}\n`);
  process.stdout.write('Its tests fail until they are filled in.\n');
  if (wanted.kind === 'page')
    process.stdout.write('Its texts are English only: npm run check names what the other languages lack.\n');
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Refused ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
