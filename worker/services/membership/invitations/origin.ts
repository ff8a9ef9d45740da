/** Texts about where a person came from, bounded. Untrusted: they are counted and shown to operators, and give nothing. Pure. */
import { ATTRIBUTION_CHARS, MAX_REFERERS } from '#shared/membership/attribution.ts';
import type { Origin } from './arrivals.ts';

const PLACE_CHARS = 300;
const REFERER_CHARS = 253;

/** Control characters would break the operators' tables. */
const cut = (text: string, chars: number): string =>
  [...text.slice(0, chars)].filter((char) => char >= ' ' && char !== '\u007f').join('');

export function cutOrigin({ client, place, source, medium, name, referers }: Origin): Origin {
  const hosts = referers
    .slice(0, MAX_REFERERS * (REFERER_CHARS + 1))
    .split(',')
    .slice(0, MAX_REFERERS)
    .map((host) => cut(host.trim(), REFERER_CHARS))
    .filter((host) => host !== '');
  return {
    client: cut(client, ATTRIBUTION_CHARS),
    place: cut(place, PLACE_CHARS),
    source: cut(source, ATTRIBUTION_CHARS),
    medium: cut(medium, ATTRIBUTION_CHARS),
    name: cut(name, ATTRIBUTION_CHARS),
    referers: hosts.join(','),
  };
}
