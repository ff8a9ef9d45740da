/** Runs work on the server of an address, or on one of its own that ends with it. */
import { ensureBuild } from '#scripts/build/ensure.ts';
import { makeScratch, startProduct } from './server.ts';

/** @param origin  undefined: a new server at `port` @param run  on an origin */
export async function onServer<T>(
  origin: string | undefined,
  port: number,
  run: (origin: string) => Promise<T>,
): Promise<T> {
  if (origin !== undefined) return run(new URL(origin).origin);
  await ensureBuild();
  const scratch = makeScratch();
  const server = await startProduct(port, scratch.dir);
  try {
    return await run(server.origin);
  } finally {
    await server.stop();
    scratch.remove();
  }
}
