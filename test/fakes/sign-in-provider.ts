/** A real OpenID provider on this machine: oidc-provider with its pages for development, where every name and password is right. */
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';

export const CLIENT_ID = 'magpie';
export const CLIENT_SECRET = 'a secret of both servers';

export interface SignInProvider {
  readonly issuer: string;
  /** Settings of a server with it as `acme`. */
  readonly settings: Readonly<Record<'OIDC_PROVIDERS' | 'OIDC_CLIENT_SECRET', string>>;
  stop(): void;
}

/** The address at the provider of a person with this name there. */
export function emailAt(name: string): string {
  return `${name}@acme.example`;
}

/** @param appOrigin  of the server that sends people here. @param emails  name -> its confirmed address, in place of `emailAt` */
export async function startSignInProvider(
  appOrigin: string,
  emails: Readonly<Record<string, string>> = {},
): Promise<SignInProvider> {
  const server = createServer();
  const issuer = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${appOrigin}/auth/oidc/acme`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: ['a key of its cookies'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, name: id, email: emails[id] ?? emailAt(id), email_verified: true }),
    }),
  });
  server.on('request', provider.callback());
  return {
    issuer,
    settings: {
      OIDC_PROVIDERS: JSON.stringify([{ id: 'acme', name: 'Acme', issuer, clientId: CLIENT_ID }]),
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
