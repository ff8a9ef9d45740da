/** Reads the build that the server runs. */
import { pageFetch } from '#client/api/fetch.ts';
import { LATEST_BUILD_PATH, type LatestBuild } from '#shared/navigation/latest-build.ts';

/** @throws Error unless the answer names a build */
function readLatestBuild(answer: unknown): LatestBuild {
  const { id } = (typeof answer === 'object' && answer !== null ? answer : {}) as Partial<LatestBuild>;
  if (typeof id !== 'string' || id === '') throw new Error('the answer names no build');
  return answer as LatestBuild;
}

/** @throws Error without a usable answer */
export async function latestBuild(page: Document = document): Promise<LatestBuild> {
  return readLatestBuild(await pageFetch(page)<unknown>(LATEST_BUILD_PATH));
}
