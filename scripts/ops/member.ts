/** `npm run ops -- member`: the ledger of a person, grants and reversals, and batches of gift codes. */
import { REGIONS } from '#shared/membership/ledger.ts';
import { type Area, askServer } from './area.ts';
import { endOf, missing, oneOf, readCommand, type VerbForm, wholeNumber } from './arguments.ts';

interface Entry {
  readonly id: string;
  readonly source: string;
  readonly kind: 'grant' | 'reverse';
  readonly product: string;
  readonly at: string;
  readonly starts: string;
  readonly ends: string;
  readonly reason: string;
  readonly by: string;
  readonly key: string;
}

interface Ledger {
  readonly user_id: string;
  readonly status: string;
  readonly expires: string;
  readonly entries: readonly Entry[];
}

interface Batch {
  readonly id: string;
  readonly product: string;
  readonly codes: number;
  readonly used: number;
  readonly until: string;
  readonly revoked: string;
  readonly note: string;
}

function lineOf({ id, source, kind, product, at, starts, ends, reason, by, key }: Entry): string {
  const span = ends === '' ? (kind === 'grant' ? 'does not count' : '') : `${starts} to ${ends}`;
  return [at, kind, product || `${source} ${key}`, span, `by ${by || source}`, reason, id].filter(Boolean).join('  ');
}

function showLedger({ user_id, status, expires, entries }: Ledger): string {
  const head = `${user_id}: ${status === 'ok' ? `premium until ${expires}` : 'not premium'}`;
  return [head, ...(entries.length > 0 ? entries.map(lineOf) : ['the ledger is empty'])].join('\n');
}

function showBatch({ id, product, codes, used, until, revoked, note }: Batch): string {
  const end = revoked === '' ? `until ${until}` : `revoked ${revoked}`;
  return [id, product, `${used} of ${codes} used`, end, note].filter(Boolean).join('  ');
}

const person = 'the email address, phone number or name of the person';

const VERBS = {
  ledger: { needs: [person] },
  grant: { needs: [person, 'the id of the product'] },
  reverse: { needs: [person, 'the entry of the ledger'] },
  codes: {},
  'make-codes': { needs: ['the id of the product', 'the number of codes'] },
  'revoke-codes': { needs: ['the id of the batch'] },
} satisfies Readonly<Record<string, VerbForm>>;

export const memberArea: Area = {
  usage: [
    'member ledger <email, phone or name>',
    'member grant <email, phone or name> <product> --reason <text> [--region regional]',
    'member reverse <email, phone or name> <entry> --reason <text>',
    'member codes',
    'member make-codes <product> <count> --until <time> [--region regional] [--note <text>]',
    'member revoke-codes <batch> --reason <text>',
  ],
  async run(args, dataDir) {
    const { verb, rest, values } = readCommand('member', VERBS, args, {
      reason: '',
      region: 'global',
      until: '',
      note: '',
    });
    const [first = '', second = ''] = rest;
    const ask = <T>(call: string, body: object) => askServer<T>(dataDir, `/_internal/member/${call}`, body);
    const { reason, note } = values;
    const region = oneOf('--region', REGIONS, values.region);
    if (verb === 'codes') {
      const { batches } = await ask<{ batches: Batch[] }>('codes', {});
      return batches.length > 0 ? batches.map(showBatch).join('\n') : 'there are no gift codes';
    }
    if (verb === 'ledger') return showLedger(await ask('ledger', { person: first }));
    if (verb === 'revoke-codes') {
      if (reason === '') throw missing('--reason TEXT');
      await ask('revoke-codes', { batch: first, reason });
      return `codes of ${first} that were not redeemed count no more`;
    }
    if (verb === 'make-codes') {
      if (values.until === '') throw missing('--until TIME');
      const until = endOf(values.until);
      const body = { product: first, count: wholeNumber('the number of codes', second), until, region, note };
      const { batch, codes } = await ask<{ batch: string; codes: string[] }>('create-codes', body);
      return [`batch ${batch}, until ${until}; these codes are shown once:`, ...codes].join('\n');
    }
    if (reason === '') throw missing('--reason TEXT');
    if (verb === 'grant') {
      const { entry } = await ask<{ entry: string }>('grant', { person: first, product: second, region, reason });
      return `granted: ${entry}`;
    }
    const { repeated } = await ask<{ repeated: boolean }>('reverse', { person: first, entry: second, reason });
    return repeated ? 'it was taken back before' : 'taken back';
  },
};
