/**
 * The request client before its code is loaded, so that pages hydrate without it. The list of waits and the first origin
 * are available from the start.
 */
import type { ApiClient } from './client.ts';
import { unreachable } from './errors.ts';
import type { WaitList } from './waits.ts';

/**
 * @param load  called again after a failure
 * @param waits  the list that the loaded client uses
 * @param firstOrigin  origin of streamed requests until then
 * @returns a client whose calls reject with ApiError `unreachable` when its code does not load
 */
export function lateClient(load: () => Promise<ApiClient>, waits: WaitList, firstOrigin: string): ApiClient {
  let loaded: ApiClient | null = null;
  let loading: Promise<ApiClient> | null = null;

  async function loadClient(path: string): Promise<ApiClient> {
    try {
      loading ??= load();
      loaded = await loading;
      return loaded;
    } catch (cause) {
      loading = null;
      throw unreachable(path, cause);
    }
  }

  return {
    waits,
    nextOrigin: () => loaded?.nextOrigin() ?? firstOrigin,
    reportOrigin: (origin, outcome) => loaded?.reportOrigin(origin, outcome),
    bearer: async () => (await loadClient('bearer')).bearer(),
    useToken: (token) => void loadClient('token').then((client) => client.useToken(token)),
    call: async (row, input) => (await loadClient(row.path)).call(row, input),
  };
}
