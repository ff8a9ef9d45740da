/** `/c/{id}`: people without an account put files into a folder of its owner's drive. A plain form; the script adds progress. */
import type { Context } from 'hono';
import {
  CollectEndedView,
  CollectReceiptView,
  type CollectVisitProps,
  CollectVisitView,
} from '#client/collect/collect-visitor.view.tsx';
import type { CollectState } from '#shared/drive/collect/collect-terms.ts';
import { acceptOf } from '#shared/drive/collect/content-check.ts';
import { asUserId } from '#shared/ids.ts';
import { makeFormat } from '#shared/locale/format.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import { href } from '#shared/routes.ts';
import { HOUR_MS } from '#shared/units.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { CollectView } from '#worker/services/drive/service.ts';
import { renderAuthPage } from '../auth/auth-layout.tsx';
import { readForm, refusalOf, refusalStatus, requireOwnWrite, seeOther, sentenceOf } from '../render/form.ts';
import { homeHref, timeZoneOf, translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { checkFor, jsonRefusal } from './json-refusal.ts';
import { takeSentFile } from './sent-form.ts';

/** The address may be passed on by its visitors alone. */
const HEADERS = { 'referrer-policy': 'no-referrer' };
const GONE: MessageKey = 'drive.collect.visit.unknown';
const ENDED: Readonly<Record<Exclude<CollectState, 'open'>, MessageKey>> = {
  closed: 'drive.collect.refused.closed',
  ended: 'drive.collect.refused.ended',
  full: 'drive.collect.refused.full',
  gone: GONE,
};

const linkIdOf = (c: Context<AppEnv>) => c.req.param('collectId') ?? '';

function ended(c: Context<AppEnv>, key: MessageKey, status: 404 | 410): Promise<Response> {
  const sentence = translatorOf(c.get('locale')).text(key);
  return renderAuthPage(
    c,
    { title: sentence, status, headers: HEADERS },
    <CollectEndedView sentence={sentence} home={homeHref(c)} />,
  );
}

/** Null for an address that leads nowhere, and for a folder that is gone: the same answer. */
async function readLink(c: Context<AppEnv>, deps: PageDeps): Promise<CollectView | null> {
  try {
    return await deps.drive.openCollectLink(linkIdOf(c));
  } catch (error) {
    if (asAppError(error).errorName === 'not_found') return null;
    throw error;
  }
}

type Shown = Pick<CollectVisitProps, 'typed' | 'error' | 'check'> & { readonly receipt?: string };

async function show(
  c: Context<AppEnv>,
  deps: PageDeps,
  link: CollectView,
  shown: Shown,
  status: 200 | 400 | 429 = 200,
): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const { nickname: ownerName, avatar } = await deps.share.personOf(asUserId(link.ownerId), c.get('call'));
  const title = link.title || t('drive.collect.visit.title');
  const { typed, error, check, receipt = newWireId() } = shown;
  const { kind, extensions, fileBytes, endsMs, message, byPerson } = link;
  return renderAuthPage(
    c,
    { title, description: t('drive.collect.visit.asks', { name: ownerName }), status, headers: HEADERS },
    <CollectVisitView
      kind={kind}
      extensions={extensions}
      fileBytes={fileBytes}
      endsMs={endsMs}
      message={message}
      byPerson={byPerson}
      ownerName={ownerName}
      ownerPicture={avatar}
      title={title}
      typed={typed}
      error={error}
      check={check}
      receipt={receipt}
      action={href('collect.open', { collectId: link.id })}
      accept={acceptOf(kind, extensions)}
      receiptHref={href('collect.receipt', { collectId: link.id, receipt })}
      fileKey={newWireId()}
    />,
  );
}

export async function collectPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const link = await readLink(c, deps);
  if (!link) return ended(c, GONE, 404);
  if (link.state !== 'open') return ended(c, ENDED[link.state], 410);
  return show(c, deps, link, { typed: { visitor: '', note: '' }, error: null, check: null });
}

/** One file. A script asks for JSON: nothing on success, else the refusal with what helps. */
export async function collectPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const isScript = c.req.header('accept') === 'application/json';
  const typed = { visitor: '', note: '', receipt: '' };
  const linkId = linkIdOf(c);
  try {
    await takeSentFile(c, deps, linkId, typed);
    if (isScript) return Response.json({}, { headers: { 'cache-control': 'no-store' } });
    return seeOther(href('collect.receipt', { collectId: linkId, receipt: typed.receipt }));
  } catch (caught) {
    const refusal = refusalOf(caught);
    if (refusal.errorName === 'permission_denied') throw refusal;
    const check = await checkFor(c, deps, refusal);
    if (isScript) return jsonRefusal(c, refusal, check);
    const sentence = sentenceOf(refusal, translatorOf(c.get('locale')));
    const link = await readLink(c, deps);
    if (!link) return ended(c, GONE, 404);
    if (link.state !== 'open') return ended(c, ENDED[link.state], 410);
    const receipt = /^[\w-]{22,64}$/.test(typed.receipt) ? { receipt: typed.receipt } : {};
    return show(c, deps, link, { typed, error: check ? null : sentence, check, ...receipt }, refusalStatus(refusal));
  }
}

async function receiptView(c: Context<AppEnv>, deps: PageDeps, error: string | null): Promise<Response> {
  const collectId = linkIdOf(c);
  const receipt = c.req.param('receipt') ?? '';
  const files = await deps.drive.collectReceipt(collectId, receipt).catch((caught: unknown) => {
    if (asAppError(caught).errorName === 'not_found') return [];
    throw caught;
  });
  if (files.length === 0) return ended(c, GONE, 404);
  const undoable = files.filter(({ isUndoable }) => isUndoable);
  const untilMs = Math.max(0, ...undoable.map(({ atMs }) => atMs)) + HOUR_MS;
  return renderAuthPage(
    c,
    { title: translatorOf(c.get('locale')).t('drive.collect.receipt.name'), headers: HEADERS },
    <CollectReceiptView
      files={files.map(({ name, sizeBytes, state }) => ({ name, sizeBytes, state }))}
      undoable={undoable.length}
      until={makeFormat(c.get('locale'), timeZoneOf(c)).timeInZone(untilMs)}
      action={href('collect.receipt', { collectId, receipt })}
      again={href('collect.open', { collectId })}
      isSignedIn={c.get('call').caller !== null}
      error={error}
    />,
  );
}

export function receiptPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return receiptView(c, deps, null);
}

/** Withdraws the files of a receipt. */
export async function receiptPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  requireOwnWrite(c, deps);
  await readForm(c, deps, 4_096);
  const [collectId, receipt] = [linkIdOf(c), c.req.param('receipt') ?? ''];
  try {
    await deps.drive.withdrawCollected(collectId, receipt);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.errorName === 'not_found') return ended(c, GONE, 404);
    return receiptView(c, deps, sentenceOf(refusal, translatorOf(c.get('locale'))));
  }
  return seeOther(href('collect.receipt', { collectId, receipt }));
}
