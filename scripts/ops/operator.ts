/** `npm run ops operator`: makes a person of the running server an operator, or no longer one. */
import { type Area, askServer, UsageError } from './area.ts';

export const operatorArea: Area = {
  usage: ['operator add <email, phone or name>', 'operator remove <email, phone or name>'],
  async run([verb, person, ...rest], dataDir) {
    if ((verb !== 'add' && verb !== 'remove') || !person || rest.length > 0) throw new UsageError();
    await askServer(dataDir, '/_internal/operator', { person, operator: verb === 'add' });
    return verb === 'add' ? `${person} is an operator` : `${person} is no operator`;
  },
};
