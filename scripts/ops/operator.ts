/** `npm run ops -- operator`: makes a person of the running server an operator, or no longer one. */
import { type Area, askServer, UsageError } from './area.ts';
import { isRemote } from './remote.ts';

export const operatorArea: Area = {
  usage: ['operator add <email, phone or name> (on the machine itself)', 'operator remove <email, phone or name>'],
  async run([verb, person, ...rest], dataDir) {
    if ((verb !== 'add' && verb !== 'remove') || !person || rest.length > 0) throw new UsageError();
    if (verb === 'add' && isRemote(dataDir))
      throw new Error(
        'an operator is made on the machine itself, or by `npm run deploy` with another address: a token of two hours makes none',
      );
    await askServer(dataDir, '/_internal/operator', { person, operator: verb === 'add' });
    return verb === 'add' ? `${person} is an operator` : `${person} is no operator`;
  },
};
