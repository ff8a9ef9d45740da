/** Every command without its arguments, or with wrong ones, says which one is wrong; none of them asks the server. */
import { expect, test } from 'vitest';
import { AREAS } from './areas.ts';
import { UsageError } from './arguments.ts';

const NO_SERVER = '/no/such/state/folder';

/** The sentence of a command that is none. */
async function sentenceOf(command: string): Promise<string> {
  const [name = '', ...args] = command.split(' ');
  const refusal: unknown = await AREAS[name]?.run(args, NO_SERVER).catch((error: unknown) => error);
  expect(refusal, command).toBeInstanceOf(UsageError);
  return (refusal as UsageError).message;
}

/** Area -> the verbs that its usage names. */
const verbsOf = (area: string): string[] => [
  ...new Set(
    (AREAS[area]?.usage ?? []).flatMap((line) => {
      const verbs = /^\S+ <?((?:[a-z-]+(?: \| |\|)?)+)/.exec(line)?.[1] ?? '';
      return verbs.split(/ \| |\|/);
    }),
  ),
];

/** Their first argument is no verb. */
const withVerbs = Object.keys(AREAS).filter((area) => !['health', 'log', 'totals'].includes(area));

test.each(withVerbs)('%s without a command, and with an unknown one, names those that there are', async (area) => {
  for (const command of [area, `${area} no-such-verb`]) {
    const sentence = await sentenceOf(command);
    for (const verb of verbsOf(area)) expect(sentence).toContain(verb);
  }
});

test('the usage of every area names its commands', () => {
  for (const area of withVerbs) expect(verbsOf(area).length, area).toBeGreaterThan(1);
});

test.each(withVerbs)('each command of %s says what is missing or too much', async (area) => {
  const args = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ');
  for (const verb of verbsOf(area)) {
    if (area === 'mail' && (verb === 'bounced' || verb === 'complained')) continue;
    expect(await sentenceOf(`${area} ${verb} ${args}`), verb).toMatch(/^word\d.* is too much: /);
  }
});

test.each([
  ['redirect add', 'the source of the rule, or allow, is missing'],
  ['redirect add /old', 'the target of the rule, or the origin to allow, is missing'],
  ['redirect remove', 'the line number or source of the rule is missing'],
  ['redirect test', 'the address to test is missing'],
  ['redirect rollback', 'the version to go back to is missing'],
  ['redirect rollback first', 'the version is a whole number, not first'],
  ['config show', 'the name of the document is missing'],
  ['config draft redirects', 'the file with the text, or - for the input, is missing'],
  ['config rollback redirects', 'the version to go back to is missing'],
  ['config rollback redirects -', 'the version is a whole number, not -'],
  ['config show redirects --version x', '--version is a whole number, not x'],
  [
    'log moon',
    'the subject is one of service, letter_texts, redirects, access, sign_up, activity_operation, basic, debug_options, resources, external_products, links_hub, frame, membership, rewards, groups, people, messages, links, payments, members, jobs, letters, backups, setup, not moon',
  ],
  ['log people jobs', 'jobs is too much: put a text of several words in quotes'],
  ['log --before x', '--before is a whole number, not x'],
  ['mail status anna', 'anna is no email address'],
  ['config publish redirects /no/such/file', 'the file /no/such/file does not exist'],
  ['operator add', 'the email address, phone number or name of the person is missing'],
  ['mail bounced', 'the email address is missing'],
  ['totals decade', 'the period is one of hours, month, quarter, weeks, year, not decade'],
  ['totals month xls', 'what follows the period is one of csv, not xls'],
  ['totals month csv now', 'now is too much: put a text of several words in quotes'],
  ['health now', 'now is too much: put a text of several words in quotes'],
  ['invitations release a', 'the id of the invited person is missing'],
  ['invitations release a b', '--reason TEXT is missing'],
  ['invitations sources soon', 'the number of days is a whole number, not soon'],
  ['jobs retry a', 'the id of the job is missing'],
  ['jobs retry a b', '--reason TEXT is missing'],
  [
    'jobs list --kind letter',
    '--kind is one of upload, hash, fetch, archive, copy, save, move, delete, other, not letter',
  ],
  ['jobs list --state running', '--state is one of stuck, failed, not running'],
  ['member grant alice', 'the id of the product is missing'],
  ['member grant alice premium', '--reason TEXT is missing'],
  ['member grant alice premium --region eu', '--region is one of global, regional, not eu'],
  ['member make-codes premium ten --until 2027-12-31', 'the number of codes is a whole number, not ten'],
  ['reports list closed', 'the state is one of open, appealed, decided, all, not closed'],
  ['reports decide a', 'the decision (none, restrict, ban, restore, uphold) is missing'],
  ['reports decide a burn', 'the decision is one of none, restrict, ban, restore, uphold, not burn'],
  ['people block', 'the email address, phone number, name or id of the person is missing'],
  ['people block alice', '--reason TEXT is missing'],
  ['people find a --status CLOSED', '--status is one of ACTIVE, BLOCKED, FROZEN, CLOSING, OPERATOR, not CLOSED'],
  ['people storage alice --reason x', '--until TIME is missing'],
  [
    'people premium alice --reason x --until tomorrow',
    '--until takes a day, which it includes, or a time, such as 2027-12-31 or 2027-12-31T18:00 (UTC), that ends before the year 10000, not tomorrow',
  ],
  ['member make-codes premium 5', '--until TIME is missing'],
  ['people withdraw x --reason y', 'x is no id of a link: people links prints them'],
] as const)('%s: %s', async (command, sentence) => {
  expect(await sentenceOf(command)).toBe(sentence);
});
