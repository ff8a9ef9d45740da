/** `/drive/collect/{folder}`: an owner's links that collect files into that folder. Personal; works without script. */
import type { Context } from 'hono';
import { CollectOwnerView } from '#client/collect/collect-owner.view.tsx';
import type { ReceivedFiles } from '#client/collect/received.view.tsx';
import { AppError } from '#shared/errors.ts';
import { asNodeId } from '#shared/ids.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { asPerson } from '../auth/as-person.ts';
import { renderInDrive } from '../drive/drive-layout.tsx';
import { drivePerson } from '../drive/drive-person.ts';
import { readForm, refusalOf, refusalStatus, type SentForm, seeOther, sentenceOf } from '../render/form.ts';
import { timeZoneOf, translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { readTerms } from './terms-form.ts';

const folderOf = (c: Context<AppEnv>) => asNodeId(c.req.param('folderId') ?? '');
const hereOf = (c: Context<AppEnv>) => href('drive.collect', { folderId: folderOf(c) });

/** Of a page token, in characters. */
const MAX_TOKEN = 200;

interface Shown {
  readonly error?: string;
  readonly status?: 200 | 400 | 429;
}

/** Files of the link that the address names; else of the one by which the newest came. */
async function receivedOf(
  c: Context<AppEnv>,
  { drive }: PageDeps,
  caller: Caller,
  links: Awaited<ReturnType<PageDeps['drive']['collectLinks']>>,
): Promise<ReceivedFiles | null> {
  const asked = links.find(({ id }) => id === c.req.query('files'));
  const [newest] = links
    .filter(({ lastMs }) => lastMs !== null)
    .toSorted((a, b) => Number(b.lastMs) - Number(a.lastMs));
  const linkId = (asked ?? newest)?.id;
  if (linkId === undefined) return null;
  const pageToken = asked ? (c.req.query('page') ?? '').slice(0, MAX_TOKEN) : '';
  return { linkId, isFirst: pageToken === '', ...(await drive.collectedFiles(caller, linkId, pageToken)) };
}

async function show(
  c: Context<AppEnv>,
  deps: PageDeps,
  caller: Caller,
  { error, status = 200 }: Shown = {},
): Promise<Response> {
  const { drive, config } = deps;
  const translator = translatorOf(c.get('locale'));
  const folderId = folderOf(c);
  const [person, space, folder, links] = await Promise.all([
    drivePerson(deps, caller),
    drive.space(caller),
    drive.detail(caller, folderId),
    drive.collectLinks(caller, folderId),
  ]);
  if (folder.kind !== 'drive#folder') throw new AppError('file_not_found');
  const received = await receivedOf(c, deps, caller, links);
  return renderInDrive(
    { c, person, space },
    { title: translator.t('drive.collect.title'), status },
    <CollectOwnerView
      folderId={folderId}
      folderName={folder.name}
      links={links.map((link) => ({
        ...link,
        title: link.title || translator.t('drive.collect.visit.title'),
        url: `${config.appOrigin}${href('collect.open', { collectId: link.id })}`,
      }))}
      received={received}
      error={error ?? null}
      madeId={c.req.query('made') === undefined ? '' : (links[0]?.id ?? '')}
    />,
  );
}

export function collectOwnerPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return asPerson(c, hereOf(c), (caller) => show(c, deps, caller));
}

async function change(c: Context<AppEnv>, deps: PageDeps, caller: Caller, form: SentForm): Promise<'' | '?made'> {
  const { drive } = deps;
  const call = c.get('call');
  const id = form.field('id', 200);
  const terms = (before: number | null) => readTerms(form, { nowMs: call.nowMs, timeZone: timeZoneOf(c), before });
  switch (form.get('step')) {
    case 'create':
      await c.get('requireDiskSpace')(0);
      await drive.createCollectLink(caller, folderOf(c), terms(null), call);
      return '?made';
    case 'change': {
      const link = (await drive.collectLinks(caller, folderOf(c))).find((each) => each.id === id);
      if (!link) throw new AppError('not_found', { reason: 'no_such_link' });
      await drive.changeCollectLink(caller, id, terms(link.endsMs));
      return '';
    }
    case 'close':
    case 'open':
      await drive.closeCollectLink(caller, id, form.get('step') === 'close');
      return '';
    case 'delete':
      await drive.deleteCollectLink(caller, id);
      return '';
    default:
      throw new AppError('invalid_argument', { reason: 'unknown', field: 'step' });
  }
}

export async function collectOwnerPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  return asPerson(c, hereOf(c), async (caller) => {
    try {
      return seeOther(hereOf(c) + (await change(c, deps, caller, form)));
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.errorName === 'unauthenticated') throw refusal;
      const sentence = sentenceOf(refusal, translatorOf(c.get('locale')));
      return show(c, deps, caller, { error: sentence, status: refusalStatus(refusal) });
    }
  });
}
