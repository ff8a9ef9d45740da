/** Interfaces of the drivers: a driver sends one finished mail or text message. choose.ts picks the drivers. */
export interface Mail {
  /** Of the event that requested it; the same id is the same mail. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Default: the name of `MAIL_FROM`. */
  readonly fromName?: string;
  /** Besides the usual ones; printable ASCII. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Epoch ms. */
  readonly sentMs: number;
}

/** The mail was certainly not accepted: it can be sent again without being sent twice. */
export class NotAccepted extends Error {
  override readonly name = 'NotAccepted';
  /** No mailbox has the address: another try would not help. */
  readonly isAddressUnknown: boolean;

  constructor(
    message: string,
    { isAddressUnknown = false, cause }: { isAddressUnknown?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isAddressUnknown = isAddressUnknown;
  }
}

export interface Mailer {
  /**
   * @param handOver  called before the mail can be accepted; when it throws, nothing is sent
   * @throws NotAccepted; any other Error after `handOver` leaves open whether the mail was accepted
   */
  send(mail: Mail, handOver: () => Promise<void>): Promise<void>;
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
