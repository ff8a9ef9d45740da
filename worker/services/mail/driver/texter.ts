/**
 * The port of text message drivers: one short text to one number. Each driver is one file; choose-texter.ts picks.
 */
export interface TextMessage {
  /** Of the event that asked for it; the same id is the same message. */
  readonly id: string;
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** Epoch ms. */
  readonly sentMs: number;
}

export interface Texter {
  /** @throws Error when the message was not taken */
  send(message: TextMessage): Promise<void>;
}
