/** Reads what operators chose for the whole installation, before the first page and the first sentence of this isolate. */
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#worker/platform/http.ts';

/** @param read  never throws */
export function look(read: () => Promise<unknown>) {
  return createMiddleware<AppEnv>(async (_, next) => {
    await read();
    await next();
  });
}
