/** Data of the browser's check in the drive: the configured domains, or our own for rules without domains. */
import type { AccessDeps } from './deps.ts';
import type { BrowserCheck } from './service.ts';

export async function browserCheck({ documents, appOrigin }: AccessDeps): Promise<BrowserCheck | null> {
  const { isOpen, domains, stun, contact } = await documents.live('access');
  if (isOpen) return null;
  return { domains: domains.length > 0 ? domains : [appOrigin], stun, contact };
}
