/**
 * Network addresses in every spelling: one address, one text. Pure.
 * For the server and the command line; no island may import it.
 */
import ip from 'ipaddr.js';

/** Longest spelling that is looked at: a full IPv6 address with IPv4 tail, zone, brackets and port stays below. */
const MAX_CHARS = 100;

/** Takes off what stands around an address in headers: brackets, a port, a zone. */
function bare(text: string): string {
  const bracketed = /^\[([^[\]]*)\](?::\d{1,5})?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed.includes(':') ? bracketed.replace(/%.*$/s, '') : '';
  if (text.includes(':') && !/^[^:]*:\d{1,5}$/.test(text)) return text.replace(/%.*$/s, '');
  return text.replace(/:\d{1,5}$/, '');
}

/**
 * @returns IPv4 as four decimals, IPv6 as RFC 5952 says; a mapped address (`::ffff:1.2.3.4`) as the IPv4 it is; '' for
 * everything that is no address
 */
export function readAddress(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > MAX_CHARS) return '';
  const spelling = bare(trimmed);
  if (!ip.isValid(spelling)) return '';
  const address = ip.process(spelling);
  return address instanceof ip.IPv6 ? address.toRFC5952String() : address.toString();
}
