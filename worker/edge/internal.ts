/** Calls of the operator: not through the proxy, with the secret of the state folder. Other clients get 404. */
import { createMiddleware } from 'hono/factory';
import { AppError } from '#shared/errors.ts';
import { equalBytes } from '#worker/platform/crypto.ts';
import type { AppEnv } from '#worker/platform/http.ts';

export function internalOnly(internalToken: string) {
  const encoder = new TextEncoder();
  return createMiddleware<AppEnv>(async (c, next) => {
    const given = encoder.encode(c.req.header('x-magpie-internal') ?? '');
    if (!equalBytes(given, encoder.encode(internalToken))) throw new AppError('not_found');
    await next();
  });
}
