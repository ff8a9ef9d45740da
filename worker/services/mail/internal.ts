/** Calls of the command line about mail, `/_internal/mail/*`. edge/internal.ts has authorised the caller. */
import type { Hono } from 'hono';
import * as v from 'valibot';
import type { OtherAct } from '#shared/config/acts.ts';
import { bindVerbs, type Verbs } from '#worker/platform/console/console-verbs.ts';
import { type AppEnv, type ConsoleActor, makeRouter } from '#worker/platform/http.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import type { MailParts } from './deps.ts';
import { choicesOf, maskedAddress } from './letter/subscription.ts';
import { resume, returnedOf, takeReport } from './sending/feedback.ts';

const address = v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(320));
const note = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(500)), '');
const schemas = {
  status: v.object({ address }),
  bounced: v.object({ address, reason: note }),
  complained: v.object({ address, letter: note }),
  resume: v.object({ address }),
} as const;

function makeVerbs(parts: MailParts, documents: Pick<ConfigService, 'recordAct'>): Verbs<typeof schemas> {
  const record = (by: ConsoleActor, act: OtherAct, email: string, more: string): Promise<void> =>
    documents.recordAct(by, {
      act,
      subject: 'letters',
      note: more === '' ? maskedAddress(email) : `${maskedAddress(email)}: ${more}`,
    });
  const status = async ({ address: email }: { address: string }) => {
    const [{ topics, quiet }, returned] = await Promise.all([choicesOf(parts, email), returnedOf(parts, email)]);
    const came = returned && { at: new Date(returned.atMs).toISOString(), reason: returned.reason };
    return { topics, quiet, returned: came };
  };
  return {
    status,
    async bounced({ address: email, reason }, by) {
      await record(by, 'mail_bounced', email, reason);
      await takeReport(parts, { kind: 'bounce', email, letter: '', reason, byOperator: true });
      return status({ address: email });
    },
    async complained({ address: email, letter }, by) {
      await record(by, 'mail_complained', email, letter);
      await takeReport(parts, { kind: 'complaint', email, letter, reason: '' });
      return status({ address: email });
    },
    async resume({ address: email }, by) {
      await record(by, 'mail_resumed', email, '');
      await resume(parts, email);
      return status({ address: email });
    },
  };
}

export function makeMailConsole(parts: MailParts, documents: Pick<ConfigService, 'recordAct'>): Hono<AppEnv> {
  const router = makeRouter();
  bindVerbs(router, 'mail', schemas, makeVerbs(parts, documents));
  return router;
}
