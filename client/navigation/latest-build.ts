/** Asks which build runs. */
import { LATEST_BUILD_PATH, type LatestBuild } from '#shared/navigation/latest-build.ts';

/** @throws TypeError without a network, SyntaxError for an answer that is none */
export async function latestBuild(): Promise<LatestBuild> {
  return (await (await fetch(LATEST_BUILD_PATH)).json()) as LatestBuild;
}
