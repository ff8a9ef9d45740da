/** Runs work on the server of an address, or on one of its own that ends with it. */
import { startServer } from '#test/server.ts';

/** @param origin  undefined: a new server at `port` @param run  on an origin */
export async function onServer<T>(
  origin: string | undefined,
  port: number,
  run: (origin: string) => Promise<T>,
): Promise<T> {
  if (origin !== undefined) return run(new URL(origin).origin);
  const server = await startServer({ port });
  try {
    return await run(server.origin);
  } finally {
    await server.stop();
  }
}
