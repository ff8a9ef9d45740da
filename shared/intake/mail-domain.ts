/** Domains of mail addresses, as operators name them in documents. For the server and the command line. Pure. */
import { asciiDomain } from './mail.ts';

/** In ASCII: an international domain may be written in its own letters. */
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

export function isMailDomain(text: string): boolean {
  return text === text.toLowerCase() && DOMAIN.test(asciiDomain(text));
}

/** Lower case; '' for a text without an at sign. */
export function mailDomainOf(address: string): string {
  const at = address.lastIndexOf('@');
  return at === -1 ? '' : address.slice(at + 1).toLowerCase();
}

/** @param domains  lower case, also in letters of their own */
export function isOfDomains(address: string, domains: readonly string[]): boolean {
  const domain = mailDomainOf(address);
  return domain !== '' && domains.some((one) => asciiDomain(one) === domain);
}
