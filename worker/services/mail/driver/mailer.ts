/**
 * The port of mail drivers: one finished mail out of the house. Each driver is one file; choose-mailer.ts picks.
 */
export interface Mail {
  /** Of the event that asked for it; the same id is the same mail. */
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
  /** @throws Error when the mail was not taken */
  send(mail: Mail): Promise<void>;
}
