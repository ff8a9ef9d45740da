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

const needs = ['the email address'];

const VERBS = {
  status: { needs },
  bounced: { needs, more: Number.POSITIVE_INFINITY },
  complained: { needs, more: Number.POSITIVE_INFINITY },
  resume: { needs },
  test: { needs },
} satisfies Readonly<Record<string, VerbForm>>;

export const mailArea: Area = {
  usage: [
    'mail status ADDRESS',
    'mail bounced ADDRESS [WORDS OF THE MAIL SERVICE]',
    'mail complained ADDRESS [ID OF THE LETTER]',
    'mail resume ADDRESS',
    'mail test ADDRESS',
  ],
  async run(args, dataDir) {
    const verb = readVerb('mail', VERBS, args);
    const [, address = '', ...rest] = args;
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
      const { sent, reason } = await askServer<TestResult>(dataDir, '/_internal/mail/test', { address });
      return sent ? `the relay took a test letter to ${address}` : `not sent: ${reason}`;
    }
    return show(await askServer<Status>(dataDir, `/_internal/mail/${verb}`, bodies[verb]));
  },
};
