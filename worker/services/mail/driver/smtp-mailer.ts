/**
 * Driver over an SMTP relay. One connection a mail: codes are few, and a relay that was restarted is no special case. On one
 * machine the socket leaves by SMTP_NET, which reaches the relay alone; on Cloudflare by the platform (ports 465 and 587).
 */
import { connect } from 'cloudflare:sockets';
import { SEND_TIMEOUT_MS } from '../keys.ts';
import { readSender } from './binding-mailer.ts';
import type { Mailer } from './mailer.ts';
import { messageOf } from './mime.ts';
import { type SmtpLine, sendOver } from './smtp-dialogue.ts';

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** `tls`: from the first byte. `starttls`: demanded, never left out. `off`: a relay on this machine. */
  readonly secure: 'tls' | 'starttls' | 'off';
  /** '' signs in nobody. */
  readonly user: string;
  readonly password: string;
  /** The way to the relay; undefined takes the platform's. */
  readonly network: Pick<Fetcher, 'connect'> | undefined;
}

/** A socket as text in both directions; `secure` changes it for its TLS twin. */
function lineOver(first: Socket): SmtpLine & { close(): void } {
  let socket = first;
  let reader = socket.readable.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  let writer = socket.writable.getWriter();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('latin1');
  return {
    async read() {
      const { done, value } = await reader.read();
      return done ? null : decoder.decode(value);
    },
    write: (text) => writer.write(encoder.encode(text)),
    secure() {
      reader.releaseLock();
      writer.releaseLock();
      socket = socket.startTls();
      reader = socket.readable.getReader() as ReadableStreamDefaultReader<Uint8Array>;
      writer = socket.writable.getWriter();
    },
    close() {
      // Whoever closes has what it came for, or an error of its own to tell.
      socket.close().catch(() => undefined);
    },
  };
}

function check({ host, secure, user }: SmtpSettings): void {
  if (!/^[A-Za-z0-9.-]+$|^\[?[0-9A-Fa-f:.]+\]?$/.test(host))
    throw new Error('MAIL is smtp, but SMTP_HOST names no host');
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
  if (secure === 'off' && (user !== '' || !isHere))
    throw new Error('SMTP_SECURE=off is for a relay on this machine without sign-in');
}

/**
 * @param timeoutMs  longest a whole conversation may take
 * @throws Error when a setting is missing or would tell secrets in the open
 */
export function makeSmtpMailer(settings: SmtpSettings, from: string, timeoutMs: number = SEND_TIMEOUT_MS): Mailer {
  check(settings);
  const sender = readSender(from);
  const { host: hostname, port, secure, user, password, network } = settings;
  const transport = { tls: 'on', starttls: 'starttls', off: 'off' } as const;
  return {
    async send(mail) {
      // The address stands in a command and in a header: nothing that could end either comes through.
      if (!/^[\x21-\x7e]{3,320}$/.test(mail.to) || !/.@./.test(mail.to) || /[<>]/.test(mail.to))
        throw new Error('no address to mail to');
      const options = { secureTransport: transport[secure], allowHalfOpen: false } as const;
      const socket = network ? network.connect({ hostname, port }, options) : connect({ hostname, port }, options);
      const line = lineOver(socket);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('the mail relay did not answer in time')), timeoutMs);
      });
      const greeting = sender.email.slice(sender.email.lastIndexOf('@') + 1);
      const job = { greeting, startTls: secure === 'starttls', user, password, from: sender.email, to: mail.to };
      // Whichever loses the race is heard all the same: an error nobody waits for must not end the isolate.
      const opened = Promise.race([socket.opened, socket.closed.then(() => Promise.reject(new Error('closed')))]);
      const talk = opened.then(() => sendOver(line, { ...job, message: messageOf(mail, sender) }));
      talk.catch(() => undefined);
      try {
        await Promise.race([talk, late]);
      } catch (error) {
        throw new Error(`mail was not sent: ${error instanceof Error ? error.message : 'no connection'}`, {
          cause: error,
        });
      } finally {
        clearTimeout(timer);
        line.close();
      }
    },
  };
}
