/** Calls of the command line about accounts, `/_internal/person/*`. edge/internal.ts has authorised the caller. */
import type { Hono } from 'hono';
import * as v from 'valibot';
import { bindVerbs } from '#worker/platform/console/console-verbs.ts';
import { type AppEnv, type ConsoleActor, makeRouter } from '#worker/platform/http.ts';
import type { AuthParts } from '../deps.ts';
import { ensurePerson } from './ensure-person.ts';

const schemas = {
  ensure: v.strictObject({
    email: v.pipe(v.string(), v.maxLength(320)),
    name: v.pipe(v.string(), v.maxLength(100)),
    password: v.pipe(v.string(), v.maxLength(200)),
    operator: v.boolean(),
  }),
} as const;

/** @param makeOperator  gives the role, and logs it */
export function makePersonConsole(
  parts: AuthParts,
  makeOperator: (email: string, by: ConsoleActor) => Promise<unknown>,
): Hono<AppEnv> {
  const router = makeRouter();
  bindVerbs(router, 'person', schemas, {
    async ensure(input, by) {
      const ensured = await ensurePerson(parts, input, parts.clock.nowMs());
      if (input.operator) await makeOperator(input.email, by);
      return ensured;
    },
  });
  return router;
}
