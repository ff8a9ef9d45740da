/** Which driver sends text messages: decided once, from the configuration. */

import type { MailboxObject } from '../mailbox.object.ts';
import { makeCaptureTexter } from './capture-texter.ts';
import { type GatewaySettings, makeGatewayTexter } from './gateway-texter.ts';
import type { Texter } from './texter.ts';

export interface TexterChoice extends GatewaySettings {
  /** `off`: no text message leaves. */
  readonly driver: 'capture' | 'gateway' | 'off';
  readonly mailboxes: DurableObjectNamespace<MailboxObject>;
}

/** @returns null when no text message can leave. @throws Error when the chosen driver lacks a setting */
export function makeTexter(choice: TexterChoice): Texter | null {
  if (choice.driver === 'capture') return makeCaptureTexter(choice.mailboxes);
  return choice.driver === 'off' ? null : makeGatewayTexter(choice);
}
