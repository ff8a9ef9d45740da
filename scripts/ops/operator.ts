/** `npm run ops -- operator`: makes a person of the running server an operator, or no longer one. */
import { OPERATOR_ROLES } from '#shared/operator-rights.ts';
import { type Area, askServer } from './area.ts';
import { oneOf, readCommand, UsageError } from './arguments.ts';
import { isRemote } from './remote.ts';

const needs = ['the email address, phone number or name of the person'];
/** As they are typed. */
const ROLES = OPERATOR_ROLES.map((role) => role.replaceAll('_', '-'));

export const operatorArea: Area = {
  usage: [
    `operator add <email, phone or name> [--role ${ROLES.join(' | ')}] [--reason <text>] (on the machine itself)`,
    'operator remove <email, phone or name> [--reason <text>]',
  ],
  async run(args, dataDir) {
    const { verb, rest, values } = readCommand('operator', { add: { needs }, remove: { needs } }, args, {
      role: null,
      reason: '',
    });
    const [person = ''] = rest;
    if (verb === 'remove' && values.role !== undefined) throw new UsageError('operator remove takes no --role');
    const role = oneOf('--role', ROLES, values.role ?? 'all');
    if (verb === 'add' && isRemote(dataDir))
      throw new Error(
        'a role is given at /ops/operators, on the machine itself, or by `npm run deploy` with another address: a token of two hours gives none',
      );
    const given = verb === 'add' ? role.replaceAll('-', '_') : '';
    await askServer(dataDir, '/_internal/operator', { person, role: given, reason: values.reason });
    return verb === 'add' ? `${person} is an operator: ${role}` : `${person} is no operator`;
  },
};
