/** Loads the client whose calls open the login dialog once the session has ended. */
import type { ApiClient } from '#client/api/client.ts';
import type { LoginAgainDeps } from './login-again.ts';

export async function loadLoginClient(deps: LoginAgainDeps): Promise<ApiClient> {
  const { withLogin } = await import('./login-again.ts');
  return withLogin(deps);
}
