import { expect, it } from 'vitest';
import { handOver } from '../mail-fixture.ts';
import { headerText, messageOf, type SmtpConnection, type SmtpJob, sendOver } from './smtp.ts';

const JOB: SmtpJob = {
  greeting: 'drive.example',
  startTls: false,
  user: '',
  password: '',
  from: 'mail@drive.example',
  to: 'ann@example.com',
  message: 'Subject: x\r\n\r\n.hidden\r\nend\r\n',
  handOver,
};

/** A relay that answers by a script: each row is the expected command and the reply. The first row is the greeting. */
function makeRelay(script: readonly (readonly [heard: RegExp | null, says: string | null])[]) {
  const told: string[] = [];
  const events: string[] = [];
  const waiting = [...script];
  const says: (string | null)[] = [];
  const next = (heard: string | null): void => {
    const row = waiting[0];
    if (!row || (row[0] !== null && (heard === null || !row[0].test(heard)))) return;
    waiting.shift();
    says.push(row[1]);
  };
  next(null);
  const line: SmtpConnection = {
    read: async () => says.shift() ?? null,
    async write(text) {
      told.push(text);
      next(text);
    },
    secure: () => void events.push(`secure after ${told.length}`),
  };
  return { line, told, events };
}

const GREETING = [null, '220 relay ready\r\n'] as const;
const HELLO = [/^EHLO drive\.example\r\n$/, '250-relay\r\n250 SIZE 1000\r\n'] as const;
const REST = [
  [/^MAIL FROM:<mail@drive\.example>\r\n$/, '250 ok\r\n'],
  [/^RCPT TO:<ann@example\.com>\r\n$/, '250 ok\r\n'],
  [/^DATA\r\n$/, '354 go on\r\n'],
  [/\r\n\.\r\n$/, '250 queued\r\n'],
] as const;

const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'sent',
    (error: Error) => error.message,
  );

it('a session asks before it hands the mail over, and hands nothing over when that fails', async () => {
  const { line, told } = makeRelay([GREETING, HELLO, ...REST]);
  const refused = async () => Promise.reject(new Error('handed over before'));
  expect(await failure(sendOver(line, { ...JOB, handOver: refused }))).toBe('handed over before');
  expect(told.at(-1)).toBe('DATA\r\n');
});

it.each([
  ['550 5.1.1 no such user', true],
  ['553 what', true],
  ['550 5.7.1 not from here', false],
  ['450 5.1.1 later', false],
  ['550 no', false],
])('a session takes %j to a recipient for what it says: no mailbox %s', async (says, isUnknown) => {
  const { line } = makeRelay([GREETING, HELLO, [/^MAIL/, '250 ok\r\n'], [/^RCPT/, `${says}\r\n`]]);
  const error: unknown = await sendOver(line, JOB).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'NotAccepted', isAddressUnknown: isUnknown });
});

it('a session sends one mail and preserves lines that begin with a dot', async () => {
  const { line, told } = makeRelay([GREETING, HELLO, ...REST]);
  await sendOver(line, JOB);
  expect(told.at(-2)).toBe('Subject: x\r\n\r\n..hidden\r\nend\r\n.\r\n');
  expect(told.at(-1)).toBe('QUIT\r\n');
});

it('a session reads replies that arrive in pieces, and several at once', async () => {
  const { line } = makeRelay([GREETING, HELLO, ...REST]);
  let held = '';
  const read = async (): Promise<string | null> => {
    held = held || ((await line.read()) ?? '');
    if (held === '') return null;
    const piece = held.slice(0, 3);
    held = held.slice(3);
    return piece;
  };
  expect(await failure(sendOver({ ...line, read }, JOB))).toBe('sent');
});

it('a session signs in by PLAIN, else by LOGIN', async () => {
  const auth = (kinds: string) => [HELLO[0], `250-relay\r\n250 AUTH ${kinds}\r\n`] as const;
  const plain = makeRelay([GREETING, auth('LOGIN PLAIN'), [/^AUTH PLAIN AHUAcMOk\r\n$/, '235 in\r\n'], ...REST]);
  expect(await failure(sendOver(plain.line, { ...JOB, user: 'u', password: 'pä' }))).toBe('sent');
  const login = makeRelay([
    GREETING,
    auth('LOGIN'),
    [/^AUTH LOGIN\r\n$/, '334 VXNlcm5hbWU6\r\n'],
    [/^dQ==\r\n$/, '334 UGFzc3dvcmQ6\r\n'],
    [/^cA==\r\n$/, '235 in\r\n'],
    ...REST,
  ]);
  expect(await failure(sendOver(login.line, { ...JOB, user: 'u', password: 'p' }))).toBe('sent');
});

it('a session switches to TLS before it sends anything, and drops earlier data', async () => {
  const { line, told, events } = makeRelay([
    GREETING,
    [HELLO[0], '250-relay\r\n250 STARTTLS\r\n'],
    [/^STARTTLS\r\n$/, '220 go\r\n250 AUTH PLAIN\r\n'],
    [HELLO[0], '250 relay\r\n'],
    ...REST,
  ]);
  expect(await failure(sendOver(line, { ...JOB, startTls: true }))).toBe('sent');
  expect([events, told[1]]).toEqual([['secure after 2'], 'STARTTLS\r\n']);
});

it('a session sends no password where TLS is required and not offered', async () => {
  const { line, told } = makeRelay([GREETING, [HELLO[0], '250-relay\r\n250 AUTH PLAIN\r\n'], ...REST]);
  expect(await failure(sendOver(line, { ...JOB, startTls: true, user: 'u', password: 'p' }))).toContain('STARTTLS');
  expect(told).toEqual(['EHLO drive.example\r\n']);
});

it.each<[string, Parameters<typeof makeRelay>[0], Partial<SmtpJob>, string]>([
  ['that is busy', [[null, '421 later\r\n']], {}, '421 to the greeting'],
  ['that hangs up', [GREETING, [HELLO[0], null]], {}, 'hung up'],
  ['that hangs up in the middle of a reply', [GREETING, [HELLO[0], '250-rel']], {}, 'hung up'],
  ['that does not speak SMTP', [[null, 'HTTP/1.1 400 Bad Request\r\n']], {}, 'does not speak SMTP'],
  ['that never ends its reply', [[null, '2'.repeat(20_000)]], {}, 'does not speak SMTP'],
  [
    'that refuses the password',
    [GREETING, [HELLO[0], '250 AUTH PLAIN\r\n'], [/^AUTH/, '535 no: hunter2\r\n']],
    { user: 'u', password: 'hunter2' },
    '535 to AUTH',
  ],
  ['that cannot be signed in to', [GREETING, HELLO], { user: 'u', password: 'p' }, 'neither'],
  ['that refuses the address', [GREETING, HELLO, REST[0], [/^RCPT/, '550 nobody\r\n']], {}, '550 to RCPT TO'],
  ['that refuses the mail', [GREETING, HELLO, ...REST.slice(0, 3), [/\.\r\n$/, '554 spam\r\n']], {}, '554 to the mail'],
])('a session with a relay %s fails by name and repeats no reply', async (_what, script, more, says) => {
  const message = await failure(sendOver(makeRelay(script).line, { ...JOB, ...more }));
  expect(message).toContain(says);
  expect(message).not.toMatch(/hunter2|spam|nobody/);
});

const FROM = { name: 'Magpie', email: 'mail@drive.example' };
const MAIL = {
  id: 'abc123',
  to: 'ann@example.com',
  subject: '123456 — код',
  text: 'Привет\n',
  html: '<p>Привет</p>',
  sentMs: 1_800_000_000_000,
};

/** Encoded words as a mail program shows them. */
function decoded(header: string): string {
  return header
    .replace(/\?=\r\n =\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, word: string) => Buffer.from(word, 'base64').toString());
}

it('a header in ASCII is unchanged', () => expect(headerText('123456 is your code')).toBe('123456 is your code'));

it.each(['код', '件名 ✓', '😀'.repeat(60), 'é'.repeat(100), 'a =?UTF-8?Q?b?='])(
  'a header carries %s in short words',
  (text) => {
    const header = headerText(text);
    expect(decoded(header)).toBe(text);
    expect(header).toMatch(/^[\x20-\x7e\r\n]+$/);
    for (const line of header.split('\r\n')) expect(line.length).toBeLessThanOrEqual(76);
  },
);

it('a header holds no line end', () => expect(headerText('a\r\nBcc: b@c.de')).toBe('a Bcc: b@c.de'));

const message = messageOf(MAIL, FROM);

it('a message names sender, recipient, time and its event', () => {
  expect(message).toContain('From: "Magpie" <mail@drive.example>\r\nTo: <ann@example.com>\r\n');
  expect(message).toContain('Message-ID: <abc123@drive.example>\r\n');
  expect(message).toContain('Date: Fri, 15 Jan 2027 08:00:00 +0000\r\n');
});

it('a message holds text and HTML unchanged, in lines every relay accepts', () => {
  const parts = message.split('--=_abc123').slice(1, 3);
  const bodies = parts.map((part) => Buffer.from(part.split('\r\n\r\n')[1] ?? '', 'base64').toString());
  expect(bodies).toEqual(['Привет\r\n', '<p>Привет</p>']);
  for (const line of message.split('\r\n')) expect(line.length).toBeLessThanOrEqual(100);
  expect(message).not.toMatch(/[^\x20-\x7e\r\n]|[^\r]\n/);
});

it('a name with quotes is quoted', () => {
  expect(messageOf(MAIL, { ...FROM, name: 'The "Nest"' })).toContain('From: "The \\"Nest\\"" <');
});
