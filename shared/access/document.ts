/**
 * The document of access rules: countries and addresses that are kept out, exceptions, domains to ask. Its schema is the
 * documentation of its fields. Read by the server and the command line only.
 */
import * as v from 'valibot';
import { isCountryCode } from '#shared/country/model.ts';
import type { DocumentKind } from '#shared/document-kind.ts';
import { parseJsonText } from '#shared/json-text.ts';
import { makeNetworks, type Network, readNetwork } from './networks.ts';
import type { AccessRules } from './rules.ts';

const MAX_NETWORKS = 10_000;
/** All are asked at once, by every visitor's browser. */
const MAX_DOMAINS = 10;
/** A blocked network that is wider is a slip of the pen: it would keep out a good part of the world. */
const WIDEST_BITS: Readonly<Record<number, number>> = { 4: 8, 16: 16 };

const countries = v.optional(
  v.array(
    v.pipe(
      v.string(),
      v.check(isCountryCode, ({ input }) => `${input} is no country of ISO 3166-1: two capitals, such as DE`),
    ),
  ),
  [],
);

function networks(widest: Readonly<Record<number, number>>) {
  const entry = v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }): Network => {
      const read = readNetwork(dataset.value);
      if (!read.ok) {
        addIssue({ message: `${dataset.value} ${read.why}` });
        return NEVER;
      }
      const least = widest[read.network.bytes.length] ?? 0;
      if (read.network.bits >= least) return read.network;
      addIssue({ message: `${dataset.value} would keep out too many: at least /${least}` });
      return NEVER;
    }),
  );
  return v.optional(v.pipe(v.array(entry), v.maxLength(MAX_NETWORKS)), []);
}

/** It goes into a policy of pages as it stands: names of hosts only, no wildcard and no mark that ends a directive. */
function isOrigin(text: string): boolean {
  return (
    /^https:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(text) &&
    URL.canParse(text) &&
    new URL(text).protocol === 'https:' &&
    new URL(text).origin === text
  );
}

const schema = v.pipe(
  v.strictObject({
    blockedCountries: v.pipe(countries, v.description('Countries that are kept out, two capitals each, such as DE.')),
    allowedCountries: v.pipe(countries, v.description('Where there are any, every other country is kept out.')),
    blockedAddresses: v.pipe(
      networks(WIDEST_BITS),
      v.description('Addresses and networks that are kept out: IPv4 or IPv6, single or CIDR.'),
    ),
    allowedAddresses: v.pipe(
      networks({}),
      v.description(
        'Exceptions: addresses and networks that may visit whatever the other lists say. Yours belong here.',
      ),
    ),
    domains: v.pipe(
      v.optional(
        v.pipe(
          v.array(
            v.pipe(
              v.string(),
              v.check(isOrigin, ({ input }) => `${input} is no https origin such as https://drive.example.com`),
            ),
          ),
          v.maxLength(MAX_DOMAINS),
        ),
        [],
      ),
      v.title('Domains to ask'),
      v.description('Origins that are asked whether the region is open. One yes is enough, and so is silence.'),
    ),
    contact: v.pipe(
      v.optional(
        v.pipe(
          v.string(),
          v.check(
            (text) => text === '' || /^mailto:[^\s@?]+@[^\s@?]+$/.test(text) || isHttps(text),
            'must be mailto: and an address, or an https address, or empty',
          ),
        ),
        '',
      ),
      v.description(
        'Where somebody who is kept out may write. Empty: the contact page, which then stays open to them.',
      ),
    ),
    stun: v.pipe(
      v.optional(
        v.pipe(
          v.strictObject({
            enabled: v.pipe(v.optional(v.boolean(), false), v.title('Use it'), v.description('Needs a server.')),
            server: v.pipe(
              v.optional(
                v.pipe(
                  v.string(),
                  v.regex(/^(stun:[A-Za-z0-9.-]+(:\d{1,5})?)?$/, 'must be like stun:stun.example.com:3478'),
                ),
                '',
              ),
              v.description('Such as stun:stun.example.com:3478.'),
            ),
          }),
          v.check(({ enabled, server }) => !enabled || server !== '', 'an enabled check needs a server'),
        ),
        {},
      ),
      v.title('STUN'),
      v.description('Lets browsers in the drive find their own address by a STUN server, for the check alone.'),
    ),
  }),
  v.check(
    ({ blockedCountries, allowedCountries }) => !blockedCountries.some((code) => allowedCountries.includes(code)),
    'a country stands among the blocked and among the allowed',
  ),
);

function isHttps(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}

function rulesOf(read: v.InferOutput<typeof schema>): AccessRules {
  const { blockedCountries, allowedCountries, blockedAddresses, domains, contact, stun } = read;
  return {
    blockedCountries: new Set(blockedCountries),
    allowedCountries: new Set(allowedCountries),
    blockedNetworks: makeNetworks(blockedAddresses),
    allowedNetworks: makeNetworks(read.allowedAddresses),
    domains: [...new Set(domains)],
    contact,
    stun: stun.enabled ? stun.server : '',
    isOpen: blockedCountries.length + allowedCountries.length + blockedAddresses.length + domains.length === 0,
  };
}

const INITIAL: v.InferInput<typeof schema> = {
  blockedCountries: [],
  allowedCountries: [],
  blockedAddresses: [],
  allowedAddresses: [],
  domains: [],
  contact: '',
  stun: { enabled: false, server: '' },
};

export const accessDocument: DocumentKind<AccessRules> = {
  title: 'Access rules',
  format: 'json',
  schema,
  initial: `${JSON.stringify(INITIAL, null, 2)}\n`,
  parse: (text) => {
    // A list has no fields that could be wrong, and would read as rules that close nothing.
    if (text.trimStart().startsWith('['))
      return { ok: false, problems: [{ line: 1, column: 1, message: 'the document is a list, not an object' }] };
    const parsed = parseJsonText(text, schema);
    return parsed.ok ? { ok: true, value: rulesOf(parsed.value) } : parsed;
  },
};
