/**
 * The request client before its code is here: pages are alive without it. What needs no answer needs no code either: waits
 * are seen from the start, and the first origin is known.
 */
import type { ApiClient } from './client.ts';
import { unreachable } from './errors.ts';
import type { WaitBoard } from './waits.ts';

/**
 * @param load  asked again after it failed
 * @param waits  the board that the loaded client takes its seats on
 * @param firstOrigin  where streamed requests go until then
 * @returns a client whose calls reject with ApiError `unreachable` while its code does not come
 */
export function lateClient(load: () => Promise<ApiClient>, waits: WaitBoard, firstOrigin: string): ApiClient {
  let loaded: ApiClient | null = null;
  let loading: Promise<ApiClient> | null = null;

  async function bring(path: string): Promise<ApiClient> {
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
    bearer: async () => (await bring('bearer')).bearer(),
    useToken: (token) => void bring('token').then((client) => client.useToken(token)),
    call: async (row, input) => (await bring(row.path)).call(row, input),
  };
}
