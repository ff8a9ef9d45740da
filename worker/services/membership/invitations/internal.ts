/** Calls of the command line about invitations, `/_internal/invitations/*`. Every decision is in the operators' log before it takes effect. */
import type { Hono } from 'hono';
import * as v from 'valibot';
import { bindVerbs, type Verbs } from '#worker/platform/console/console-verbs.ts';
import { type AppEnv, type ConsoleActor, makeRouter } from '#worker/platform/http.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import type { InvitationDeskDeps } from '../deps.ts';
import { arrivalSources, decideInvitation, heldInvitations } from './desk.ts';

export interface InvitationConsoleDeps extends InvitationDeskDeps {
  readonly documents: Pick<ConfigService, 'recordAct'>;
}

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
const one = v.object({
  inviter: id,
  person: id,
  reason: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)),
});
const schemas = {
  held: v.object({}),
  release: one,
  refuse: one,
  sources: v.object({ days: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(400)) }),
} as const;

function makeVerbs(deps: InvitationConsoleDeps): Verbs<typeof schemas> {
  const decide =
    (decision: 'release' | 'refuse') =>
    async ({ inviter, person, reason }: v.InferOutput<typeof one>, by: ConsoleActor) => {
      const act = decision === 'release' ? 'invitation_released' : 'invitation_refused';
      await deps.documents.recordAct(by, { act, subject: 'members', note: `${inviter} → ${person}: ${reason}` });
      return { state: await decideInvitation(deps, { inviterId: inviter, userId: person }, decision) };
    };
  return {
    async held() {
      const held = await heldInvitations(deps);
      return { held: held.map(({ atMs, ...each }) => ({ ...each, at: new Date(atMs).toISOString() })) };
    },
    release: decide('release'),
    refuse: decide('refuse'),
    async sources({ days }) {
      return { sources: await arrivalSources(deps, days) };
    },
  };
}

export function makeInvitationConsole(deps: InvitationConsoleDeps): Hono<AppEnv> {
  const router = makeRouter();
  bindVerbs(router, 'invitations', schemas, makeVerbs(deps));
  return router;
}
