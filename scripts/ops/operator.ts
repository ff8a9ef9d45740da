/** `npm run ops -- operator`: makes a person of the running server an operator, or no longer one. */
import { type Area, askServer } from './area.ts';
import { readVerb } from './arguments.ts';
import { isRemote } from './remote.ts';

const needs = ['the email address, phone number or name of the person'];

export const operatorArea: Area = {
  usage: ['operator add <email, phone or name> (on the machine itself)', 'operator remove <email, phone or name>'],
  async run(args, dataDir) {
    const verb = readVerb('operator', { add: { needs }, remove: { needs } }, args);
    const [, person = ''] = args;
    if (verb === 'add' && isRemote(dataDir))
      throw new Error(
        'an operator is made on the machine itself, or by `npm run deploy` with another address: a token of two hours makes none',
      );
    await askServer(dataDir, '/_internal/operator', { person, operator: verb === 'add' });
    return verb === 'add' ? `${person} is an operator` : `${person} is no operator`;
  },
};
