/** `npm run ops -- mail`: what an address gets, and what a mail service reported about it. */
import { isEmail } from '#shared/auth/rules.ts';
import type { TestResult } from '#worker/services/mail/sending/test-letter.ts';
import { type Area, askServer } from './area.ts';
import { readVerb, UsageError, type VerbForm } from './arguments.ts';

interface Status {
  readonly topics: Readonly<Record<string, boolean>>;
  readonly quiet: { readonly fromMinute: number; readonly toMinute: number; readonly zone: string } | null;
  readonly returned: { readonly at: string; readonly reason: string } | null;
}

const clock = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

function show({ topics, quiet, returned }: Status): string {
  const lines = Object.entries(topics).map(([topic, isOn]) => `${topic}: ${isOn ? 'on' : 'off'}`);
  lines.push(
    quiet ? `quiet from ${clock(quiet.fromMinute)} to ${clock(quiet.toMinute)} ${quiet.zone}` : 'no quiet hours',
  );
  lines.push(returned ? `mail came back ${returned.at} ${returned.reason}`.trim() : 'mail does not come back');
  return lines.join('\n');
}

/** A letter that the relay did not take. */
interface Waiting {
  readonly letter: string;
  readonly kind: string;
  readonly tries: number;
  readonly reason: string;
  readonly written: string;
  readonly next: string;
}

async function onQueue(
  verb: 'waiting' | 'retry' | 'drop',
  dataDir: string,
  body: { readonly letter: string; readonly reason: string },
): Promise<string> {
  if (verb === 'waiting') {
    const { letters } = await askServer<{ letters: readonly Waiting[] }>(dataDir, '/_internal/letters/waiting', {});
    const line = ({ letter, kind, tries, reason, written, next }: Waiting): string =>
      `${letter}  ${kind}  written ${written}  ${tries} tries  ${reason}  ${next === '' ? 'given up' : `next try ${next}`}`;
    return letters.length > 0 ? letters.map(line).join('\n') : 'no letter waits';
  }
  if (verb === 'drop') {
    await askServer<object>(dataDir, '/_internal/letters/drop', body);
    return `dropped ${body.letter}`;
  }
  const { sent, reason } = await askServer<TestResult>(dataDir, '/_internal/letters/retry', body);
  return sent ? `sent ${body.letter}` : `not sent: ${reason}`;
}

const needs = ['the email address'];

const VERBS = {
  status: { needs },
  bounced: { needs, more: Number.POSITIVE_INFINITY },
  complained: { needs, more: Number.POSITIVE_INFINITY },
  resume: { needs },
  test: { needs },
  waiting: {},
  retry: { needs: ['the id of the letter'] },
  drop: { needs: ['the id of the letter', 'the reason'], more: 30 },
} satisfies Readonly<Record<string, VerbForm>>;

export const mailArea: Area = {
  usage: [
    'mail status ADDRESS',
    'mail bounced ADDRESS [WORDS OF THE MAIL SERVICE]',
    'mail complained ADDRESS [ID OF THE LETTER]',
    'mail resume ADDRESS',
    'mail test ADDRESS',
    'mail waiting',
    'mail retry LETTER',
    'mail drop LETTER REASON',
  ],
  async run(args, dataDir) {
    const verb = readVerb('mail', VERBS, args);
    const [, address = '', ...rest] = args;
    if (verb === 'waiting' || verb === 'retry' || verb === 'drop')
      return onQueue(verb, dataDir, { letter: address, reason: rest.join(' ') });
    if (!isEmail(address)) throw new UsageError(`${address} is no email address`);
    const more = rest.join(' ');
    const bodies: Readonly<Record<typeof verb, object>> = {
      status: { address },
      resume: { address },
      test: { address },
      bounced: { address, reason: more },
      complained: { address, letter: more },
    };
    if (verb === 'test') {
      const { sent, reason } = await askServer<TestResult>(dataDir, '/_internal/letters/test', { address });
      return sent ? `the relay took a test letter to ${address}` : `not sent: ${reason}`;
    }
    return show(await askServer<Status>(dataDir, `/_internal/mail/${verb}`, bodies[verb]));
  },
};
