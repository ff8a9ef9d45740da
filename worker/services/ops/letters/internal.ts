/** Calls of the command line about letters, `/_internal/letters/*`. edge/internal.ts has authorised the caller. */
import type { Hono } from 'hono';
import * as v from 'valibot';
import { bindVerbs, type Verbs } from '#worker/platform/console/console-verbs.ts';
import { type AppEnv, makeRouter } from '#worker/platform/http.ts';
import { dropLetter, type LettersDeps, retryLetter, sendTestLetter, waitingLetters } from './letters.ts';

const letter = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
const schemas = {
  waiting: v.object({}),
  retry: v.object({ letter }),
  drop: v.object({ letter, reason: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)) }),
  test: v.object({ address: v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(320)) }),
} as const;

const time = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString());

function makeVerbs(deps: LettersDeps): Verbs<typeof schemas> {
  return {
    async waiting() {
      const { letters } = await waitingLetters(deps);
      return {
        letters: letters.map(({ id, kind, tries, reason, writtenMs, lastMs, nextMs }) => ({
          letter: id,
          kind,
          tries,
          reason,
          written: time(writtenMs),
          tried: time(lastMs),
          next: time(nextMs),
        })),
      };
    },
    retry: ({ letter: id }, by) => retryLetter(deps, by, id),
    async drop({ letter: id, reason }, by) {
      await dropLetter(deps, by, { id, reason });
      return { letter: id };
    },
    test: ({ address }, by) => sendTestLetter(deps, by, address),
  };
}

export function makeLettersConsole(deps: LettersDeps): Hono<AppEnv> {
  const router = makeRouter();
  bindVerbs(router, 'letters', schemas, makeVerbs(deps));
  return router;
}
