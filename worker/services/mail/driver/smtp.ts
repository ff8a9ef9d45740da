/**
 * One mail as a message (RFC 5322): text and HTML side by side, in ASCII, no line longer than 76 characters but for an address.
 * One SMTP session (RFC 5321): greeting, TLS, sign-in, one mail, QUIT; the caller passes the connection. Required TLS is never left out.
 */
import { type Mail, NotAccepted } from './ports.ts';

/** The connection to the relay. */
export interface SmtpConnection {
  /** Received bytes as text; null at the end. */
  read(): Promise<string | null>;
  write(text: string): Promise<void>;
  /** Switches to TLS. */
  secure(): void;
}

export interface SmtpJob {
  /** Name in EHLO. */
  readonly greeting: string;
  /** Require TLS before anything else. */
  readonly startTls: boolean;
  /** '' leaves sign-in out. */
  readonly user: string;
  readonly password: string;
  readonly from: string;
  readonly to: string;
  /** Whole message, lines ended by CRLF. */
  readonly message: string;
  /** Called before the message is sent: nothing is sent when it throws. */
  readonly handOver: () => Promise<void>;
}

/** A longer reply is refused. */
const MAX_REPLY_CHARS = 16_384;

interface Reply {
  readonly code: number;
  readonly lines: readonly string[];
}

/** Reads one reply: `250-...` lines, then `250 ...`. @throws Error when the relay hangs up or breaks the protocol */
function makeReader(connection: SmtpConnection): () => Promise<Reply> {
  let rest = '';
  return async () => {
    const lines: string[] = [];
    for (;;) {
      const end = rest.indexOf('\n');
      if (end >= 0) {
        const text = rest.slice(0, end).replace(/\r$/, '');
        rest = rest.slice(end + 1);
        const parsed = /^(\d{3})([ -]?)(.*)$/.exec(text);
        if (!parsed) throw new Error('the mail relay does not speak SMTP');
        lines.push(parsed[3] ?? '');
        if (parsed[2] !== '-') return { code: Number(parsed[1]), lines };
        continue;
      }
      const more = await connection.read();
      if (more === null) throw new Error('the mail relay hung up');
      rest += more;
      if (rest.length + lines.length * 80 > MAX_REPLY_CHARS) throw new Error('the mail relay does not speak SMTP');
    }
  };
}

function base64(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Lines that begin with a dot get a second one; the lone dot ends the mail. */
function stuffed(message: string): string {
  return `${message.replace(/^\./gm, '..').replace(/(\r\n)?$/, '\r\n')}.\r\n`;
}

/** Whether a relay's answer to a recipient says that there is no such mailbox, not that it may not be written to now or by us. */
function saysNoMailbox({ code, lines }: Reply): boolean {
  const status = /^5\.1\.(?:1|2|3|6|10)\b/.test(lines[0] ?? '');
  return code >= 500 && (status || code === 551 || code === 553);
}

/** @returns once the relay has accepted the mail. @throws Error with the step and the code, never the command: it may hold a password. NotAccepted when the relay refused */
export async function sendOver(connection: SmtpConnection, job: SmtpJob): Promise<void> {
  let read = makeReader(connection);
  const expect = async (step: string, expected: number): Promise<Reply> => {
    const reply = await read();
    if (Math.floor(reply.code / 100) === expected) return reply;
    const isAddressUnknown = step === 'RCPT TO' && saysNoMailbox(reply);
    // The text of a reply may repeat an address or a password; its status (RFC 3463) cannot.
    const status = /^[245]\.\d{1,3}\.\d{1,3}(?=\s|$)/.exec(reply.lines[0] ?? '')?.[0];
    const answer = status ? `${reply.code} ${status}` : String(reply.code);
    throw new NotAccepted(`the mail relay answered ${answer} to ${step}`, { isAddressUnknown });
  };
  const send = async (step: string, text: string, expected = 2): Promise<Reply> => {
    await connection.write(`${text}\r\n`);
    return expect(step, expected);
  };
  const offers = (reply: Reply, keyword: string): string | undefined =>
    reply.lines.find((line) => line.split(/[ =]/, 1)[0]?.toUpperCase() === keyword);

  await expect('the greeting', 2);
  let hello = await send('EHLO', `EHLO ${job.greeting}`);
  if (job.startTls) {
    if (offers(hello, 'STARTTLS') === undefined) throw new Error('the mail relay offers no STARTTLS');
    await send('STARTTLS', 'STARTTLS');
    connection.secure();
    // Data from before TLS is dropped: an attacker may have injected it.
    read = makeReader(connection);
    hello = await send('EHLO', `EHLO ${job.greeting}`);
  }
  if (job.user !== '') {
    const kinds = (offers(hello, 'AUTH') ?? '').toUpperCase();
    if (kinds.includes('PLAIN')) await send('AUTH', `AUTH PLAIN ${base64(`\0${job.user}\0${job.password}`)}`);
    else if (kinds.includes('LOGIN')) {
      await send('AUTH', 'AUTH LOGIN', 3);
      await send('AUTH', base64(job.user), 3);
      await send('AUTH', base64(job.password));
    } else throw new Error('the mail relay offers neither AUTH PLAIN nor AUTH LOGIN');
  }
  await send('MAIL FROM', `MAIL FROM:<${job.from}>`);
  await send('RCPT TO', `RCPT TO:<${job.to}>`);
  await send('DATA', 'DATA', 3);
  await job.handOver();
  await connection.write(stuffed(job.message));
  await expect('the mail', 2);
  // The mail is sent: a failure of QUIT changes nothing.
  await connection.write('QUIT\r\n').catch(() => undefined);
}

/** Bytes of UTF-8 in one encoded word: 60 characters of base64 stay below the 75 of RFC 2047. */
const WORD_BYTES = 45;
const BASE64_LINE = 76;

/** Header text: as it is in printable ASCII, else encoded words that never cut a character. Line ends are removed. */
export function headerText(text: string): string {
  const line = text.replace(/[\r\n]+/g, ' ');
  if (/^[\x20-\x7e]*$/.test(line) && !line.includes('=?')) return line;
  const encoded: string[] = [];
  let word = '';
  for (const letter of line) {
    if (new TextEncoder().encode(word + letter).byteLength > WORD_BYTES) {
      encoded.push(word);
      word = '';
    }
    word += letter;
  }
  return [...encoded, word].map((part) => `=?UTF-8?B?${base64(part)}?=`).join('\r\n ');
}

function part(type: string, text: string): string {
  const lines = base64(text.replace(/\r?\n/g, '\r\n')).match(new RegExp(`.{1,${BASE64_LINE}}`, 'g')) ?? [];
  return [`Content-Type: ${type}; charset=utf-8`, 'Content-Transfer-Encoding: base64', '', ...lines].join('\r\n');
}

/** A name in a header: quoted when it is ASCII, else encoded. */
function displayName(name: string): string {
  return /^[\x20-\x7e]*$/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : headerText(name);
}

/** A header with its value on a line of its own: addresses are long and cannot be cut. @throws Error when it could end its line */
function plainHeader([name, value]: [string, string]): string {
  if (!/^[A-Za-z-]+$/.test(name) || !/^[\x20-\x7e]+$/.test(value)) throw new Error(`no mail header: ${name}`);
  return `${name}:\r\n ${value}`;
}

/** @param from  sender; its host is in the Message-ID, which holds the event's id, so that programs recognise a mail sent twice */
export function messageOf(mail: Mail, from: { name: string; email: string }): string {
  const host = from.email.slice(from.email.lastIndexOf('@') + 1);
  const boundary = `=_${mail.id}`;
  const headers = [
    `From: ${displayName(mail.fromName ?? from.name)} <${from.email}>`,
    `To: <${mail.to}>`,
    `Subject: ${headerText(mail.subject)}`,
    `Date: ${new Date(mail.sentMs).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${mail.id}@${host}>`,
    'Auto-Submitted: auto-generated',
    ...Object.entries(mail.headers ?? {}).map(plainHeader),
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
  ];
  return [
    ...headers,
    '',
    `--${boundary}`,
    part('text/plain', mail.text),
    `--${boundary}`,
    part('text/html', mail.html),
    `--${boundary}--`,
    '',
  ].join('\r\n');
}
