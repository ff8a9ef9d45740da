/** A door that tells how the origin of each part did, so that the parts after it go past one that fails. */
import type { ApiClient } from '#client/api/client.ts';
import { ApiError } from '#client/api/errors.ts';
import { isPassing } from '#client/api/retry.ts';
import type { Door, SendRequest } from './send-part.ts';

export function reportingDoor<R extends SendRequest>(api: Pick<ApiClient, 'tellOrigin'>, door: Door<R>): Door<R> {
  return async (request) => {
    try {
      await door(request);
      api.tellOrigin(request.origin, 'worked');
    } catch (error) {
      // A part that was cancelled says nothing.
      if (error instanceof ApiError) api.tellOrigin(request.origin, isPassing(error) ? 'failed' : 'worked');
      throw error;
    }
  };
}
