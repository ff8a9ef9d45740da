/** `/drive/sent`: files that a person sent by links of others, before signing in. Personal; takes receipts of the browser by script. */
import type { Context } from 'hono';
import { SentView } from '#client/collect/sent.view.tsx';
import { AppError } from '#shared/errors.ts';
import { asUserId } from '#shared/ids.ts';
import { href } from '#shared/routes.ts';
import { HOUR_MS } from '#shared/units.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { asPerson } from '../auth/as-person.ts';
import { renderInDrive } from '../drive/drive-layout.tsx';
import { drivePerson } from '../drive/drive-person.ts';
import { readForm, refusalOf, refusalStatus, seeOther, sentenceOf } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

/** Secrets of twenty visits. */
const MAX_FORM = 16_384;
const MAX_SECRETS = 10_000;

async function show(
  c: Context<AppEnv>,
  deps: PageDeps,
  caller: Caller,
  { error = null, status = 200 }: { error?: string | null; status?: 200 | 400 | 429 } = {},
): Promise<Response> {
  const [person, space, sent] = await Promise.all([
    drivePerson(deps, caller),
    deps.drive.space(caller),
    deps.drive.sentFiles(caller),
  ]);
  const { t } = translatorOf(c.get('locale'));
  const visits = sent.map(async ({ linkId, receipt, ownerId, title, files }) => ({
    linkId,
    receipt,
    title: title || t('drive.collect.visit.title'),
    ownerName: (await deps.share.personOf(asUserId(ownerId), c.get('call'))).nickname,
    files: files.map(({ name, sizeBytes, state, atMs }) => ({ name, sizeBytes, state, atMs })),
    undoable: files.filter(({ isUndoable }) => isUndoable).length,
    undoUntilMs: Math.max(0, ...files.filter(({ isUndoable }) => isUndoable).map(({ atMs }) => atMs)) + HOUR_MS,
  }));
  return renderInDrive(
    { c, person, space },
    { title: t('drive.collect.sent.title'), status },
    <SentView visits={await Promise.all(visits)} error={error} />,
  );
}

export function sentPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return asPerson(c, href('drive.sent'), (caller) => show(c, deps, caller));
}

/** @returns pairs of link and secret @throws AppError invalid_argument */
function readSecrets(text: string): { linkId: string; secret: string }[] {
  try {
    const pairs = JSON.parse(text) as unknown;
    if (!Array.isArray(pairs)) throw new Error('no list');
    return pairs.map((pair) => ({ linkId: String(pair[0]), secret: String(pair[1]) }));
  } catch (cause) {
    throw new AppError('invalid_argument', { reason: 'secrets', field: 'secrets' }, { cause });
  }
}

export async function sentPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps, MAX_FORM);
  return asPerson(c, href('drive.sent'), async (caller) => {
    try {
      if (form.get('step') === 'keep') {
        const taken = await deps.drive.keepReceipts(caller, readSecrets(form.field('secrets', MAX_SECRETS)));
        return Response.json({ taken }, { headers: { 'cache-control': 'no-store' } });
      }
      await deps.drive.takeBackSent(caller, { linkId: form.field('link', 200), receipt: form.field('receipt', 100) });
      return seeOther(href('drive.sent'));
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.errorName === 'unauthenticated') throw refusal;
      const sentence = sentenceOf(refusal, translatorOf(c.get('locale')));
      return show(c, deps, caller, { error: sentence, status: refusalStatus(refusal) });
    }
  });
}
