/** The human check as the request client wants it: loaded when first needed, failing with the client's own errors. */
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
