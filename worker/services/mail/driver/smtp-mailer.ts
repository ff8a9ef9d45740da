/**
 * Driver over an SMTP relay. One connection per mail: codes are few, and a restarted relay is no special case. On one machine the
 * socket uses SMTP_NET, which reaches the relay alone; on Cloudflare the platform (ports 465 and 587).
 */
import { connect } from 'cloudflare:sockets';
import { SEND_TIMEOUT_MS } from '../keys.ts';
import { readSender } from './binding-mailer.ts';
import { type Mailer, NotAccepted } from './ports.ts';
import { messageOf, type SmtpConnection, sendOver } from './smtp.ts';

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** `tls`: from the first byte. `starttls`: required. `off`: a relay on this machine. */
  readonly secure: 'tls' | 'starttls' | 'off';
  /** '' leaves sign-in out. */
  readonly user: string;
  readonly password: string;
  /** Network to the relay; undefined uses the platform's. */
  readonly network: Pick<Fetcher, 'connect'> | undefined;
}

/** A socket as text in both directions; `secure` replaces it by its TLS twin. */
function connectionOver(first: Socket): SmtpConnection & { close(): void } {
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
      // A failed close is ignored: the caller has its result or its own error.
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
 * @param timeoutMs  longest time of a whole session
 * @throws Error when a setting is missing or would send secrets unencrypted
 */
export function makeSmtpMailer(settings: SmtpSettings, from: string, timeoutMs: number = SEND_TIMEOUT_MS): Mailer {
  check(settings);
  const sender = readSender(from);
  const { host: hostname, port, secure, user, password, network } = settings;
  const transport = { tls: 'on', starttls: 'starttls', off: 'off' } as const;
  return {
    async send(mail, handOver) {
      // The address is part of a command and of a header: characters that could end either are refused.
      if (!/^[\x21-\x7e]{3,320}$/.test(mail.to) || !/.@./.test(mail.to) || /[<>]/.test(mail.to))
        throw new NotAccepted('no address to mail to', { isAddressUnknown: true });
      const options = { secureTransport: transport[secure], allowHalfOpen: false } as const;
      const socket = network ? network.connect({ hostname, port }, options) : connect({ hostname, port }, options);
      const connection = connectionOver(socket);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('the mail relay did not answer in time')), timeoutMs);
      });
      const greeting = sender.email.slice(sender.email.lastIndexOf('@') + 1);
      const job = { greeting, startTls: secure === 'starttls', user, password, from: sender.email, to: mail.to };
      // The loser of the race is caught too: an unhandled rejection would end the isolate.
      const opened = Promise.race([socket.opened, socket.closed.then(() => Promise.reject(new Error('closed')))]);
      let isOver = false;
      const begin = async () => {
        await handOver();
        // Nothing is sent after the caller got the answer that nothing was.
        if (isOver) throw new NotAccepted('the mail relay did not answer in time');
      };
      const message = messageOf(mail, sender);
      const session = opened.then(() => sendOver(connection, { ...job, message, handOver: begin }));
      session.catch(() => undefined);
      try {
        await Promise.race([session, late]);
      } catch (error) {
        const message = `mail was not sent: ${error instanceof Error ? error.message : 'no connection'}`;
        if (!(error instanceof NotAccepted)) throw new Error(message, { cause: error });
        throw new NotAccepted(message, { isAddressUnknown: error.isAddressUnknown, cause: error });
      } finally {
        isOver = true;
        clearTimeout(timer);
        connection.close();
      }
    },
  };
}
