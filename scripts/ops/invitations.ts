/** `npm run ops -- invitations`: invitations that wait for a look, decisions about them, and where new people came from. */
import { type Area, askServer } from './area.ts';
import { missing, readCommand, type VerbForm, wholeNumber } from './arguments.ts';

interface Held {
  readonly inviterId: string;
  readonly userId: string;
  readonly reason: string;
  readonly at: string;
}

interface Source {
  readonly source: string;
  readonly medium: string;
  readonly name: string;
  readonly referer: string;
  readonly people: number;
  readonly invited: number;
}

const showHeld = ({ inviterId, userId, reason, at }: Held): string => `${at}  ${reason}  ${inviterId}  ${userId}`;

function showSource({ source, medium, name, referer, people, invited }: Source): string {
  const named = [source, medium, name].map((text) => text || '-').join(' / ');
  return `${people} new, ${invited} invited  ${named}  from ${referer || '-'}`;
}

const DEFAULT_DAYS = 30;

const needs = ['the id of the inviter', 'the id of the invited person'];

const VERBS = {
  held: {},
  release: { needs },
  refuse: { needs },
  sources: { more: 1 },
} satisfies Readonly<Record<string, VerbForm>>;

export const invitationsArea: Area = {
  usage: [
    'invitations held',
    'invitations release INVITER PERSON --reason TEXT',
    'invitations refuse INVITER PERSON --reason TEXT',
    'invitations sources [DAYS]',
  ],
  async run(args, dataDir) {
    const { verb, rest, values } = readCommand('invitations', VERBS, args, { reason: '' });
    const [first = '', second = ''] = rest;
    const ask = <T>(call: string, body: object) => askServer<T>(dataDir, `/_internal/invitations/${call}`, body);
    if (verb === 'held') {
      const { held } = await ask<{ held: Held[] }>('held', {});
      return held.length > 0 ? held.map(showHeld).join('\n') : 'no invitation is held';
    }
    if (verb === 'sources') {
      const days = first === '' ? DEFAULT_DAYS : wholeNumber('the number of days', first);
      const { sources } = await ask<{ sources: Source[] }>('sources', { days });
      return sources.length > 0 ? sources.map(showSource).join('\n') : `no one came in the last ${days} days`;
    }
    const reason = values.reason.trim();
    if (reason === '') throw missing('--reason TEXT');
    const { state } = await ask<{ state: string }>(verb, { inviter: first, person: second, reason });
    return `the invitation is ${state}`;
  },
};
