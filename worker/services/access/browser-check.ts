/** What the drive in a browser checks: the configured domains, or our own where rules stand and no domains. */
import type { AccessDeps } from './deps.ts';
import type { BrowserCheck } from './service.ts';

export async function browserCheck({ documents, appOrigin }: AccessDeps): Promise<BrowserCheck | null> {
  const { isOpen, domains, stun, contact } = await documents.live('access');
  if (isOpen) return null;
  return { domains: domains.length > 0 ? domains : [appOrigin], stun, contact };
}
