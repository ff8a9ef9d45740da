/**
 * The calls of the command line, `/_internal/config/*`. edge/internal.ts has authorised the caller.
 * Every act is logged as that of the caller.
 */
import type { Hono } from 'hono';
import * as v from 'valibot';
import { OTHER_SUBJECTS } from '#shared/config/acts.ts';
import { lineProblems, type Problem } from '#shared/document-kind.ts';
import { DOCUMENTS, type DocumentName } from '#shared/documents/registry.ts';
import { bindVerbs, type Verbs } from '#worker/platform/console/console-verbs.ts';
import { type AppEnv, makeRouter } from '#worker/platform/http.ts';
import { LOG_ACTS, NOTE_CHARS } from './keys.ts';
import type { Act, Actor, PublishResult } from './rpc-types.ts';
import type { ConfigService } from './service.ts';

const name = v.picklist(Object.keys(DOCUMENTS) as DocumentName[]);
const subject = v.picklist([...(Object.keys(DOCUMENTS) as DocumentName[]), ...OTHER_SUBJECTS]);
const version = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const note = v.optional(v.pipe(v.string(), v.maxLength(NOTE_CHARS)), '');
const limit = v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(LOG_ACTS)), LOG_ACTS);

const schemas = {
  list: v.object({}),
  read: v.object({ name, version: v.optional(version) }),
  draft: v.object({ name, text: v.string(), base_version: version, draft_revision: v.optional(version) }),
  discard: v.object({ name }),
  diff: v.object({ name, text: v.optional(v.string()) }),
  publish: v.object({ name, text: v.optional(v.string()), base_version: version, note }),
  history: v.object({ name }),
  rollback: v.object({ name, version, base_version: v.optional(version), note }),
  /** `before`: the number of an act; left out, the newest. */
  log: v.object({ name: v.optional(subject), before: v.optional(version, 0), limit }),
} as const;

/** An answer for the console, or the problems of the text. */
type Answer = object | { readonly problems: readonly Problem[] };

const time = (ms: number): string => new Date(ms).toISOString();
const whoOf = ({ id, name: called }: Actor): string => called || id;

function actOf({ seq, atMs, by, act, name: of, beforeVersion, afterVersion, note: said }: Act): object {
  return { seq, at: time(atMs), by: whoOf(by), via: by.via, act, name: of, beforeVersion, afterVersion, note: said };
}

const publishedOf = (answer: PublishResult): Answer =>
  answer.ok ? { version: answer.version } : { problems: lineProblems(answer.problems) };

function makeVerbs(service: ConfigService): Verbs<typeof schemas> {
  return {
    async list() {
      const documents = await service.overview();
      return {
        documents: documents.map((each) => ({
          name: each.name,
          title: DOCUMENTS[each.name].title,
          version: each.version,
          draft: each.hasDraft,
          settled: each.settled,
          last: each.lastAct ? actOf(each.lastAct) : null,
        })),
      };
    },
    async read({ name: of, version: asked }) {
      const state = await service.read(of);
      if (asked !== undefined) return { name: of, text: await service.versionText(of, asked), version: asked };
      const { text, version: live, settled, draft, draftRevision } = state;
      return {
        name: of,
        text,
        version: live,
        settled,
        draft: draft && { text: draft.text, base_version: draft.base, by: whoOf(draft.by), at: time(draft.atMs) },
        draft_revision: draftRevision,
      };
    },
    async draft({ name: of, text, base_version: base, draft_revision: revision = null }, by) {
      const saved = await service.saveDraft(by, { name: of, text, base, revision });
      const parsed = DOCUMENTS[of].parse(text);
      return { draft_revision: saved.revision, warnings: parsed.ok ? [] : lineProblems(parsed.problems) };
    },
    async discard({ name: of }, by) {
      await service.discardDraft(by, of);
      return {};
    },
    diff: async ({ name: of, text = null }) => ({ runs: await service.diff(of, text) }),
    publish: async ({ name: of, text = null, base_version: base, note: said }, by) =>
      publishedOf(await service.publish(by, { name: of, text, base, note: said })),
    async history({ name: of }) {
      const versions = await service.history(of);
      return {
        versions: versions.map((each) => ({
          version: each.version,
          at: time(each.atMs),
          by: whoOf(each.by),
          note: each.note,
          rolled_back_to: each.rolledBackTo,
        })),
      };
    },
    rollback: async ({ name: of, version: to, base_version: base = null, note: said }, by) =>
      publishedOf(await service.rollback(by, { name: of, version: to, base, note: said })),
    log: async ({ name: of, before, limit }) => ({
      acts: (await service.log({ name: of ?? '', before, limit })).map(actOf),
      head: await service.logHead(),
    }),
  };
}

/** Problems of a text answer 400 with `problems`; other refusals are ordinary errors. */
export function makeConfigConsole(service: ConfigService): Hono<AppEnv> {
  const router = makeRouter();
  bindVerbs(router, 'config', schemas, makeVerbs(service), (answer) => ('problems' in answer ? 400 : 200));
  return router;
}
