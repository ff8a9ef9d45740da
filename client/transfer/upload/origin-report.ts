/** Reports the outcome of each part to the request client, so that later parts avoid an origin that fails. */
import type { ApiClient } from '#client/api/client.ts';
import { ApiError } from '#client/api/errors.ts';
import { isPassing } from '#client/api/retry.ts';
import type { Send, SendRequest } from './send-part.ts';

export function withOriginReport<R extends SendRequest>(api: Pick<ApiClient, 'reportOrigin'>, send: Send<R>): Send<R> {
  return async (request) => {
    try {
      await send(request);
      api.reportOrigin(request.origin, 'worked');
    } catch (error) {
      // A cancelled part says nothing about its origin.
      if (error instanceof ApiError) api.reportOrigin(request.origin, isPassing(error) ? 'failed' : 'worked');
      throw error;
    }
  };
}
