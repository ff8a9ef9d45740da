/** The address of the blog: the subdomain `blog.`, when the operator has one (spec section 1). */
import type { Basic } from '#shared/config/basic.ts';
import { valueFor } from '#shared/config/config-document.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { type PageDeps, WEB_CLIENT } from '../services.ts';

/**
 * @param appOrigin  the site's; one without https, or with an IP address, has no subdomain
 * @returns `https://blog.<host>/`, or '' when there can be none
 */
export function blogAddress(appOrigin: string): string {
  const { protocol, hostname, port } = new URL(appOrigin);
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/i.test(hostname);
  if (protocol !== 'https:' || !isName) return '';
  return `https://blog.${hostname}${port === '' ? '' : `:${port}`}/`;
}

type Published = Pick<PageDeps, 'config' | 'documents'>;

/** The values that operators have published for everybody. */
export async function basicFor({ documents }: Pick<Published, 'documents'>, language: Locale): Promise<Basic> {
  return valueFor(await documents.live('basic'), { language, client: WEB_CLIENT, person: '' });
}

/** The address of the blog; '' for none. */
export async function blogHref(deps: Published, language: Locale): Promise<string> {
  const { blog } = await basicFor(deps, language);
  return blog ? blogAddress(deps.config.appOrigin) : '';
}
