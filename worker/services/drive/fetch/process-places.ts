/** The line of this process: every run of a fetch or download that holds bytes in memory has its place in it. */
import { type Env, readConfig } from '#worker/env.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { makePlaces, type Places } from './places.ts';

let places: Places | undefined;

export function placesOf(env: Env): Places {
  places ??= makePlaces(systemClock, () => readConfig(env).limits.fetchRunsAtOnce);
  return places;
}
