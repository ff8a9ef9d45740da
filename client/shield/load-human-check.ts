/** The human check for the request client: loaded at first use; fails with the client's own errors. */
import type { HumanCheck } from '#client/api/captcha.ts';
import { ApiError } from '#client/api/errors.ts';

export function humanCheckLoader(): HumanCheck {
  return async (url, signal) => {
    const { HumanCheckError, openHumanCheck } = await import('./human-check.ts');
    try {
      return await openHumanCheck(url, { origin: location.origin, signal });
    } catch (cause) {
      if (!(cause instanceof HumanCheckError)) throw cause;
      throw new ApiError({ error: cause.errorName }, 'human-check', { cause });
    }
  };
}
