/** Interfaces of the drivers: a driver sends one finished mail or text message. choose.ts picks the drivers. */
export interface Mail {
  /** Of the event that requested it; the same id is the same mail. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Besides the usual ones; printable ASCII. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Epoch ms. */
  readonly sentMs: number;
}

export interface Mailer {
  /** @throws Error when the mail was not accepted */
  send(mail: Mail): Promise<void>;
}

export interface TextMessage {
  /** Of the event that requested it; the same id is the same message. */
  readonly id: string;
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** Epoch ms. */
  readonly sentMs: number;
}

export interface Texter {
  /** @throws Error when the message was not accepted */
  send(message: TextMessage): Promise<void>;
}
