/** `npm run ops operator`: makes a person of the running server an operator, or no longer one. */
import { callServerOf } from '#scripts/start/state/internal-endpoint.ts';
import { type Area, UsageError } from './area.ts';

export const operatorArea: Area = {
  usage: ['operator add <email, phone or name>', 'operator remove <email, phone or name>'],
  async run([verb, person, ...rest], dataDir) {
    if ((verb !== 'add' && verb !== 'remove') || !person || rest.length > 0) throw new UsageError();
    const { status, text } = await callServerOf(dataDir, '/_internal/operator', { person, operator: verb === 'add' });
    if (status === 404) throw new Error(`nobody is known as ${person}`);
    if (status !== 200) throw new Error(`the server refused: ${status} ${text.slice(0, 300)}`);
    return verb === 'add' ? `${person} is an operator` : `${person} is no operator`;
  },
};
