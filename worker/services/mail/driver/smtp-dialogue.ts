/**
 * One SMTP conversation (RFC 5321): greeting, TLS, sign-in, one mail, farewell. Knows replies and commands, no sockets: the
 * line it speaks over is handed in. TLS that was asked for is never done without.
 */

/** The line to the relay. */
export interface SmtpLine {
  /** Bytes that came, as text; null at the end. */
  read(): Promise<string | null>;
  write(text: string): Promise<void>;
  /** Goes on over TLS. */
  secure(): void;
}

export interface SmtpJob {
  /** Name we greet with. */
  readonly greeting: string;
  /** Ask for TLS before anything is told. */
  readonly startTls: boolean;
  /** '' signs in nobody. */
  readonly user: string;
  readonly password: string;
  readonly from: string;
  readonly to: string;
  /** Whole message, lines ended by CRLF. */
  readonly message: string;
}

/** A longer reply is no reply. */
const MAX_REPLY_CHARS = 16_384;

interface Reply {
  readonly code: number;
  readonly lines: readonly string[];
}

/** Reads one reply: `250-...` lines, then `250 ...`. @throws Error when the relay hangs up or talks nonsense */
function makeReader(line: SmtpLine): () => Promise<Reply> {
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
      const more = await line.read();
      if (more === null) throw new Error('the mail relay hung up');
      rest += more;
      if (rest.length + lines.length * 80 > MAX_REPLY_CHARS) throw new Error('the mail relay does not speak SMTP');
    }
  };
}

/** Base64 of UTF-8, as AUTH wants it. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** Lines that begin with a dot get a second one; the lone dot ends the mail. */
function stuffed(message: string): string {
  return `${message.replace(/^\./gm, '..').replace(/(\r\n)?$/, '\r\n')}.\r\n`;
}

/** @returns once the relay has taken the mail. @throws Error naming the step and the code, never what was said: it may hold a password */
export async function sendOver(line: SmtpLine, job: SmtpJob): Promise<void> {
  let read = makeReader(line);
  const expect = async (step: string, wanted: number): Promise<Reply> => {
    const reply = await read();
    if (Math.floor(reply.code / 100) !== wanted) throw new Error(`the mail relay answered ${reply.code} to ${step}`);
    return reply;
  };
  const say = async (step: string, text: string, wanted = 2): Promise<Reply> => {
    await line.write(`${text}\r\n`);
    return expect(step, wanted);
  };
  const offers = (reply: Reply, word: string): string | undefined =>
    reply.lines.find((one) => one.split(/[ =]/, 1)[0]?.toUpperCase() === word);

  await expect('the greeting', 2);
  let hello = await say('EHLO', `EHLO ${job.greeting}`);
  if (job.startTls) {
    if (offers(hello, 'STARTTLS') === undefined) throw new Error('the mail relay offers no STARTTLS');
    await say('STARTTLS', 'STARTTLS');
    line.secure();
    // What came before TLS is forgotten: somebody else may have put it there.
    read = makeReader(line);
    hello = await say('EHLO', `EHLO ${job.greeting}`);
  }
  if (job.user !== '') {
    const kinds = (offers(hello, 'AUTH') ?? '').toUpperCase();
    if (kinds.includes('PLAIN')) await say('AUTH', `AUTH PLAIN ${base64(`\0${job.user}\0${job.password}`)}`);
    else if (kinds.includes('LOGIN')) {
      await say('AUTH', 'AUTH LOGIN', 3);
      await say('AUTH', base64(job.user), 3);
      await say('AUTH', base64(job.password));
    } else throw new Error('the mail relay offers neither AUTH PLAIN nor AUTH LOGIN');
  }
  await say('MAIL FROM', `MAIL FROM:<${job.from}>`);
  await say('RCPT TO', `RCPT TO:<${job.to}>`);
  await say('DATA', 'DATA', 3);
  await line.write(stuffed(job.message));
  await expect('the mail', 2);
  // It is sent: a relay that is rude in the end changes nothing.
  await line.write('QUIT\r\n').catch(() => undefined);
}
