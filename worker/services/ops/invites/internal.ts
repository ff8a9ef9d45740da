/** Calls of the command line about lists of people to invite, `/_internal/invites/*`. edge/internal.ts has authorised the caller. */
import type { Hono } from 'hono';
import * as v from 'valibot';
import { AppError } from '#shared/errors.ts';
import { MOST_LIST_CHARS } from '#shared/ops/invite-list.ts';
import { bindVerbs, type Verbs } from '#worker/platform/console/console-verbs.ts';
import { type AppEnv, makeRouter } from '#worker/platform/http.ts';
import {
  type InviteDeps,
  inviteLinks,
  inviteList,
  inviteListOf,
  inviteLists,
  inviteReport,
  inviteSoon,
} from './invites.ts';

const id = v.pipe(v.string(), v.regex(/^[0-9a-f]{16,64}$/));

const schemas = {
  list: v.object({
    id,
    text: v.pipe(v.string(), v.maxLength(MOST_LIST_CHARS)),
    locale: v.optional(v.string(), ''),
    reason: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)),
  }),
  lists: v.object({}),
  report: v.object({ id, links: v.optional(v.boolean(), false) }),
} as const;

function makeVerbs(deps: InviteDeps): Verbs<typeof schemas> {
  return {
    async list(input, by) {
      await inviteList(deps, by, input);
      const found = await inviteListOf(deps, input.id);
      const wrong = found?.wrong.map(({ line, email, state, why }) => ({ line, email, state, why })) ?? [];
      inviteSoon(deps);
      return { id: input.id, counts: found?.counts ?? {}, wrong };
    },
    async lists() {
      const lists = await inviteLists(deps);
      return {
        lists: lists.map(({ id: list, madeMs, by, reason, lines, counts }) => ({
          id: list,
          made: new Date(madeMs).toISOString(),
          by: by.name || by.id,
          reason,
          lines,
          counts,
        })),
      };
    },
    async report({ id: list, links }, by) {
      if (!(await inviteListOf(deps, list))) throw new AppError('not_found', { field: 'list', reason: 'not_found' });
      let csv = '';
      for await (const part of links ? await inviteLinks(deps, by, list) : inviteReport(deps, list, false)) csv += part;
      return { csv };
    },
  };
}

export function makeInvitesConsole(deps: InviteDeps): Hono<AppEnv> {
  const router = makeRouter();
  bindVerbs(router, 'invites', schemas, makeVerbs(deps));
  return router;
}
