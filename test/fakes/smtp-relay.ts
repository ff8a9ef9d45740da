/** A mail relay on this machine that accepts and stores every message: enough of RFC 5321 for one client, no more. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';

export interface TakenMail {
  readonly from: string;
  readonly to: string;
  /** Header name in lower case -> value, unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly html: string;
}

export interface SmtpRelay {
  readonly port: number;
  /** Oldest first. */
  readonly taken: readonly TakenMail[];
  /** Answers this many mails with 451 before it takes one. */
  refuseNext(times: number): void;
  /** Takes the next mail and never says so. */
  keepSilent(): void;
  stop(): Promise<void>;
}

function unfold(text: string): Map<string, string> {
  const lines = text.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(':');
      const value = line.slice(at + 1).trim();
      const plain = value
        .replace(/\?= =\?/g, '?==?')
        .replace(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString('utf8'));
      return [line.slice(0, at).toLowerCase(), plain];
    }),
  );
}

function partOf(message: string, type: string): string {
  const boundary = /boundary="([^"]+)"/.exec(message)?.[1] ?? '';
  const part = message.split(`--${boundary}`).find((one) => one.includes(`Content-Type: ${type}`)) ?? '';
  return Buffer.from(part.split('\r\n\r\n')[1] ?? '', 'base64').toString('utf8');
}

function read(envelope: { from: string; to: string }, message: string): TakenMail {
  return {
    ...envelope,
    headers: unfold(message.split('\r\n\r\n', 1)[0] ?? ''),
    text: partOf(message, 'text/plain'),
    html: partOf(message, 'text/html'),
  };
}

export async function startSmtpRelay(): Promise<SmtpRelay> {
  const taken: TakenMail[] = [];
  const open = new Set<Socket>();
  let refusals = 0;
  let isSilent = false;
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    const envelope = { from: '', to: '' };
    let rest = '';
    let isData = false;
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    const hear = (line: string): void => {
      const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
      if (/^EHLO /i.test(line)) say('250-relay\r\n250 8BITMIME');
      else if (/^MAIL FROM:/i.test(line)) {
        envelope.from = address;
        say('250 ok');
      } else if (/^RCPT TO:/i.test(line)) {
        envelope.to = address;
        say('250 ok');
      } else if (/^DATA/i.test(line)) {
        isData = true;
        say('354 go on');
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else say('500 what');
    };
    socket.setEncoding('latin1').on('data', (piece: string) => {
      rest += piece;
      for (;;) {
        const mark = isData ? '\r\n.\r\n' : '\r\n';
        const at = rest.indexOf(mark);
        if (at < 0) return;
        const whole = rest.slice(0, at);
        rest = rest.slice(at + mark.length);
        if (!isData) hear(whole);
        else {
          isData = false;
          if (refusals > 0) {
            refusals -= 1;
            say('451 later');
            continue;
          }
          taken.push(read({ ...envelope }, whole.replace(/^\.\./gm, '.')));
          if (isSilent) isSilent = false;
          else say('250 queued');
        }
      }
    });
    say('220 relay ready');
  });
  const port = await listenOnLoopback(server);
  return {
    port,
    taken,
    refuseNext(times) {
      refusals = times;
    },
    keepSilent() {
      isSilent = true;
    },
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
