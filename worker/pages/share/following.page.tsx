/** `/drive/following`: shares that a person follows. Personal, never cached; works without script. */
import type { Context } from 'hono';
import { type FollowingProps, FollowingView } from '#client/share/following.view.tsx';
import { passTokenCookieName, readTextCookie } from '#shared/cookies.ts';
import { asNodeId, asShareId, ROOT_ID, type ShareId } from '#shared/ids.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { asPerson } from '../auth/as-person.ts';
import { renderInDrive } from '../drive/drive-layout.tsx';
import { drivePerson } from '../drive/drive-person.ts';
import { readForm, refusalOf, type SentForm, seeOther, sentenceOf } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

const HERE = href('drive.following');
/** Top folders that a first fetch offers. */
const OFFERED_FOLDERS = 200;

type Answer = NonNullable<FollowingProps['answer']>;

export function followingPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return asPerson(c, HERE, (caller) => show(c, deps, caller, null));
}

export async function followingPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  return asPerson(c, HERE, async (caller) => {
    const shareId = asShareId(form.field('id', 100));
    const step = form.get('step');
    if (step === 'unfollow') {
      await deps.share.unfollow(caller, [shareId]);
      return seeOther(HERE);
    }
    try {
      const answer = await (step === 'fetch'
        ? fetchNew(c, deps, caller, shareId, form)
        : look(c, deps, caller, shareId));
      return await show(c, deps, caller, answer);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.errorName === 'unauthenticated') throw refusal;
      const text = sentenceOf(refusal, translatorOf(c.get('locale')));
      return show(c, deps, caller, { kind: 'said', shareId, text });
    }
  });
}

const askedOf = (c: Context<AppEnv>, shareId: ShareId) => ({
  shareId,
  passCodeToken: readTextCookie(c.get('cookies'), passTokenCookieName(shareId)),
});

async function look(c: Context<AppEnv>, deps: PageDeps, caller: Caller, shareId: ShareId): Promise<Answer> {
  const { status, added } = await deps.share.followLook(caller, askedOf(c, shareId), c.get('call'));
  if (!added) return { kind: 'said', shareId, text: translatorOf(c.get('locale')).text(`share.status.${status}`) };
  const query = {
    parentId: ROOT_ID,
    limit: OFFERED_FOLDERS,
    pageToken: '',
    order: 'name_asc',
    foldersFirst: true,
  } as const;
  const { files } = await deps.drive.list(caller, { ...query, trashed: false, foldersOnly: true });
  return { kind: 'added', shareId, ...added, folders: files.map(({ id, name }) => ({ id, name })) };
}

async function fetchNew(
  c: Context<AppEnv>,
  deps: PageDeps,
  caller: Caller,
  shareId: ShareId,
  form: SentForm,
): Promise<Answer> {
  await c.get('requireDiskSpace')(0);
  const to = form.get('to');
  const parentId = to === '' ? null : to === 'root' ? ROOT_ID : asNodeId(form.field('to', 100));
  const place = to === null ? {} : { parentId };
  const fetched = await deps.share.followFetch(caller, { ...askedOf(c, shareId), ...place }, c.get('call'));
  if (fetched.status !== 'OK')
    return { kind: 'said', shareId, text: translatorOf(c.get('locale')).text(`share.status.${fetched.status}`) };
  if (fetched.files === 0) return look(c, deps, caller, shareId);
  const folderHref =
    fetched.parentId === '' ? href('drive.all') : href('drive.folder', { folderId: asNodeId(fetched.parentId) });
  return { kind: 'saving', shareId, files: fetched.files, folderHref };
}

async function show(c: Context<AppEnv>, deps: PageDeps, caller: Caller, answer: Answer | null): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const [person, space, follows] = await Promise.all([
    drivePerson(deps, caller),
    deps.drive.space(caller),
    deps.share.following(caller),
  ]);
  return renderInDrive(
    { c, person, space, place: 'shares' },
    { title: t('share.following.title') },
    <FollowingView
      follows={follows.map(({ parentId, ...rest }) => ({ ...rest, hasPlace: parentId !== null }))}
      answer={answer}
    />,
  );
}
