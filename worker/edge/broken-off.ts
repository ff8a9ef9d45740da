/** Breaks the answer to a sync client off where a refusal that passes would have it leave a folder out (#shared/programs/paths.ts). */
import { createMiddleware } from 'hono/factory';
import { isBrokenOff } from '#shared/programs/paths.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { logNote } from '#worker/platform/log.ts';

/** Begins, so that the head of the answer is sent, and fails: its reader sees that the rest is missing. */
function brokenBody(): ReadableStream<Uint8Array> {
  let hasBegun = false;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (hasBegun) controller.error(new Error('broken off'));
        else controller.enqueue(new TextEncoder().encode('<?xml version="1.0" encoding="utf-8"?>\n'));
        hasBegun = true;
      },
    },
    { highWaterMark: 0 },
  );
}

export const brokenOff = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { method, url } = c.req;
  if (method !== 'PROPFIND') return;
  const { status } = c.res;
  const { pathname } = new URL(url);
  if (!isBrokenOff({ method, target: pathname, depth: c.req.header('depth') ?? null }, status)) return;
  logNote('request.broken-off', { requestId: c.get('requestId'), status });
  const headers = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'no-store' };
  c.res = undefined;
  c.res = new Response(brokenBody(), { status: 207, headers });
});
