/** `/drive/shares`: the links that a person has made. Personal, never cached; works without script. */
import type { Context } from 'hono';
import { MyLinksView } from '#client/share/my-links/my-links.view.tsx';
import { TYPED_NAME_MAX_CHARS } from '#shared/auth/rules.ts';
import { AppError } from '#shared/errors.ts';
import { asShareId } from '#shared/ids.ts';
import { ISLAND_TEXTS } from '#shared/locale/island-texts.gen.ts';
import { linksHref, readLinkFilter } from '#shared/share/links-address.ts';
import { LINK_ACTS } from '#shared/share/model.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { asPerson } from '../auth/as-person.ts';
import { readForm, refusalOf, type SentForm, sentenceOf } from '../render/form.ts';
import { Island } from '../render/island-element.tsx';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { renderInDrive } from './drive-layout.tsx';
import { drivePerson } from './drive-person.ts';
import { pageFacts } from './page-facts.ts';

const ROWS = 50;
/** Most links of one form: more than a page shows. */
const MAX_IDS = 100;

const DID = {
  close: 'share.my_links.did.closed',
  reopen: 'share.my_links.did.reopened',
  extend: 'share.my_links.did.extended',
  delete: 'share.my_links.did.deleted',
  sender: 'drive.sender.decided',
} as const;

function queryOf(c: Context<AppEnv>): URLSearchParams {
  return new URL(c.req.url).searchParams;
}

function here(c: Context<AppEnv>): string {
  const query = queryOf(c);
  return linksHref(readLinkFilter(query), { page: query.get('page') ?? '', link: query.get('link') ?? '' });
}

export function sharesPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return asPerson(c, here(c), async (caller) => {
    try {
      return await show(c, deps, caller, '');
    } catch (error) {
      const { errorName } = asAppError(error);
      // The page token is invalid, or the link is deleted: leads to the list.
      if (errorName !== 'invalid_argument' && errorName !== 'not_found') throw error;
      if (here(c) === linksHref(readLinkFilter(queryOf(c)))) throw error;
      return c.redirect(linksHref(readLinkFilter(queryOf(c))), 303);
    }
  });
}

/** @throws AppError of the act */
async function runStep(c: Context<AppEnv>, { share }: PageDeps, caller: Caller, form: SentForm): Promise<void> {
  const step = form.field('step', 10);
  const ids = [...new Set(form.all('id'))].slice(0, MAX_IDS).map(asShareId);
  const call = c.get('call');
  if (step === 'sender') {
    await share.setSender(caller, form.field('nickname', TYPED_NAME_MAX_CHARS), call);
    return;
  }
  if (ids.length === 0) throw new AppError('invalid_argument', { messageKey: 'share.my_links.choose_first' });
  if (step === 'delete') return share.remove(caller, ids);
  const act = LINK_ACTS.find((one) => one === step);
  if (!act) throw new AppError('invalid_argument', { reason: 'step' });
  const days = Number(form.field('days', 4) || 7);
  if (!Number.isSafeInteger(days) || days < 1 || days > 365)
    throw new AppError('invalid_argument', { field: 'days', reason: 'out_of_range' });
  await share.changeMany(caller, { ids, act, days }, call);
}

export async function sharesPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  const translator = translatorOf(c.get('locale'));
  return asPerson(c, here(c), async (caller) => {
    const step = form.field('step', 10);
    const ids = form.all('id').slice(0, MAX_IDS);
    // A link cannot be had back: without a script the page asks once more, as the dialog does with one.
    if (step === 'ask' && ids.length > 0) return show(c, deps, caller, '', ids);
    let said: string;
    try {
      await runStep(c, deps, caller, form);
      said = step in DID ? translator.t(DID[step as keyof typeof DID]) : '';
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.errorName === 'unauthenticated') throw refusal;
      said = sentenceOf(refusal, translator);
    }
    return show(c, deps, caller, said);
  });
}

async function show(
  c: Context<AppEnv>,
  deps: PageDeps,
  caller: Caller,
  said: string,
  asked: readonly string[] = [],
): Promise<Response> {
  const { drive, share } = deps;
  const call = c.get('call');
  const { t } = translatorOf(c.get('locale'));
  const query = queryOf(c);
  const filter = readLinkFilter(query);
  const pageToken = query.get('page') ?? '';
  const link = c.req.method === 'GET' ? (query.get('link') ?? '') : '';
  const [person, space, page, opened, sender, collects] = await Promise.all([
    drivePerson(deps, caller),
    drive.space(caller),
    share.ownLinks(caller, { ...filter, fileIds: [], pageToken, limit: ROWS }, call),
    link === '' ? null : share.ownLink(caller, asShareId(link), call),
    share.sender(caller, call),
    drive.collectLinks(caller, ''),
  ]);
  const props = {
    links: page.data,
    filter,
    pageToken,
    nextPageToken: page.next_page_token,
    said,
    asked,
    opened,
    askedSender: page.data.length === 0 || sender.decided ? null : sender,
    collects: collects.map(({ id, folderId, folderName, title, state, files }) => ({
      id,
      folderId,
      folderName,
      title,
      state,
      files,
    })),
    nowMs: call.nowMs,
  };
  return renderInDrive(
    { c, person, space, place: 'shares' },
    {
      title: t('share.my_links.title'),
      description: t('share.my_links.lead'),
      scripts: 'islands',
      kind: 'drive',
      facts: pageFacts(c, deps, caller.userId),
      texts: ISLAND_TEXTS,
    },
    <Island id="drive/shares" props={props} view={<MyLinksView {...props} />} />,
  );
}
