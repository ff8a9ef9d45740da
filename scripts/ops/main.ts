/** `npm run ops operator add|remove <e-mail, phone or name>`: makes a person of the running server an operator, or no longer one. */
import path from 'node:path';
import { callServerOf } from '#scripts/start/inner-door.ts';

const USAGE = 'npm run ops operator add|remove <e-mail, phone or name>\n';

const [area, verb, person, ...rest] = process.argv.slice(2);
if (area !== 'operator' || (verb !== 'add' && verb !== 'remove') || !person || rest.length > 0) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const dataDir = path.resolve(process.env['MAGPIE_DATA'] || '.data');
try {
  const { status, text } = await callServerOf(dataDir, '/_internal/operator', { person, operator: verb === 'add' });
  if (status === 404) throw new Error(`nobody is known as ${person}`);
  if (status !== 200) throw new Error(`the server refused: ${status} ${text.slice(0, 300)}`);
  process.stdout.write(verb === 'add' ? `${person} is an operator\n` : `${person} is no operator\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
