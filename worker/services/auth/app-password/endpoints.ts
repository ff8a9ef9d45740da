/** Endpoints of app passwords. */
import type { Hono } from 'hono';
import { appPasswordEndpoints } from '#shared/auth/app-password.contract.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { AuthParts } from '../deps.ts';
import { appPasswords, endAppPassword, makeAppPassword } from './app-passwords.ts';

export function bindAppPasswordEndpoints(router: Hono<AppEnv>, parts: AuthParts): void {
  const address = parts.programsAddress ?? '';

  bindEndpoint(router, appPasswordEndpoints.appPasswords, async ({ caller }) => ({
    app_passwords: [...(await appPasswords(parts, caller))],
    address,
  }));

  bindEndpoint(router, appPasswordEndpoints.makeAppPassword, async ({ caller, body, call }) => {
    const { sudo_token: sudoToken, name, scope, folder_id: folderId, ends_in_days: endsInDays } = body;
    const made = await makeAppPassword(parts, caller, { sudoToken, name, scope, folderId, endsInDays }, call);
    return { app_password: made.appPassword, password: made.text, address };
  });

  bindEndpoint(router, appPasswordEndpoints.endAppPassword, async ({ caller, params }) => {
    await endAppPassword(parts, caller, params.id);
    return {};
  });
}
