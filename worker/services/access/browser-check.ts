/** Data of the browser's check in the drive: the configured domains, or our own for rules without domains. */
import type { AccessDeps } from './deps.ts';

export interface BrowserCheck {
  /** Origins to ask. */
  readonly domains: readonly string[];
  /** STUN server; '' for no look-up of the address. */
  readonly stun: string;
  /** From the rules; '' means the contact page. */
  readonly contact: string;
}

export async function browserCheck({ documents, appOrigin }: AccessDeps): Promise<BrowserCheck | null> {
  const { isOpen, domains, stun, contact } = await documents.live('access');
  if (isOpen) return null;
  return { domains: domains.length > 0 ? domains : [appOrigin], stun, contact };
}
