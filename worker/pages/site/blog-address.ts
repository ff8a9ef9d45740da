/** Where the blog of this site is: its subdomain `blog.`, once an operator has said that there is one (spec section 1). */
import { valueFor } from '#shared/config/config-document.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { type PageDeps, WEB_CLIENT } from '../services.ts';

/**
 * @param appOrigin  the site's; one without https, or named by a number, has no subdomains to speak of
 * @returns `https://blog.<host>/`, or '' where there can be none
 */
export function blogAddress(appOrigin: string): string {
  const { protocol, hostname, port } = new URL(appOrigin);
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/i.test(hostname);
  if (protocol !== 'https:' || !isName) return '';
  return `https://blog.${hostname}${port === '' ? '' : `:${port}`}/`;
}

/** Where the blog is; '' where there is none. */
export async function blogHref(
  { config, documents }: Pick<PageDeps, 'config' | 'documents'>,
  language: Locale,
): Promise<string> {
  const { blog } = valueFor(await documents.live('basic'), { language, client: WEB_CLIENT, person: '' });
  return blog ? blogAddress(config.appOrigin) : '';
}
