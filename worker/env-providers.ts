/** Variables of sign-in providers (OpenID Connect), read by env.ts and env-secrets.ts. No I/O. */
import * as v from 'valibot';
import { isLoopbackHost } from '#shared/loopback.ts';

export interface ProviderVariables {
  /** JSON list of sign-in providers; empty: none. */
  readonly OIDC_PROVIDERS?: string;
  /** Secret of the one provider, or a JSON object with a secret for each id. */
  readonly OIDC_CLIENT_SECRET?: string;
}

/** A server where people prove who they are. */
export interface ProviderConfig {
  /** In the redirect address; never changes while people are linked. */
  readonly id: string;
  /** On its button. */
  readonly name: string;
  /** Exactly as the provider names itself. */
  readonly issuer: string;
  readonly clientId: string;
}

/** Buttons that fit below a form. */
const MAX_PROVIDERS = 8;

/** https, or http on this machine; nothing that would make two spellings of one issuer. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#\s]/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

const providerSchema = v.strictObject({
  id: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9][a-z0-9-]{0,29}$/, 'must have small letters, digits and hyphens, 30 at most'),
  ),
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40)),
  issuer: v.pipe(v.string(), v.maxLength(500), v.check(isIssuer, 'must be an https address, or http on this machine')),
  clientId: v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
});

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${name} is not JSON`, { cause });
  }
}

/** @throws Error naming the invalid field */
export function providersOf({ OIDC_PROVIDERS: text = '' }: ProviderVariables): readonly ProviderConfig[] {
  if (text === '') return [];
  const read = v.safeParse(v.pipe(v.array(providerSchema), v.maxLength(MAX_PROVIDERS)), parse('OIDC_PROVIDERS', text));
  if (!read.success) {
    const [issue] = read.issues;
    throw new Error(`OIDC_PROVIDERS: ${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`);
  }
  for (const field of ['id', 'issuer'] as const)
    if (new Set(read.output.map((provider) => provider[field])).size !== read.output.length)
      throw new Error(`OIDC_PROVIDERS names an ${field} twice`);
  return Object.freeze(read.output.map((provider) => Object.freeze(provider)));
}

/**
 * Id of a provider -> its secret. A provider without one is asked as a public client, by PKCE alone.
 * @throws Error naming the invalid field. The message never repeats a secret
 */
export function providerSecretsOf(variables: ProviderVariables): ReadonlyMap<string, string> {
  const { OIDC_CLIENT_SECRET: text = '' } = variables;
  const ids = providersOf(variables).map(({ id }) => id);
  if (text === '') return new Map();
  const [only] = ids;
  if (only === undefined) throw new Error('OIDC_CLIENT_SECRET needs OIDC_PROVIDERS');
  if (!text.trimStart().startsWith('{')) {
    if (ids.length > 1)
      throw new Error(`OIDC_CLIENT_SECRET must be a JSON object with the ids ${ids.join(', ')}: there are several`);
    return new Map([[only, text]]);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('OIDC_CLIENT_SECRET is neither a secret nor a JSON object');
  }
  const read = v.safeParse(v.record(v.picklist(ids), v.pipe(v.string(), v.minLength(1))), value);
  if (!read.success) throw new Error(`OIDC_CLIENT_SECRET must have one text for each of ${ids.join(', ')}`);
  return new Map(Object.entries(read.output).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
