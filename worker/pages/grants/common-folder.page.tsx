/** `/drive/common/{grant}` and folders in it: folders that another person shares. Personal, never cached; works without script. */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { CommonFolderView, CommonGoneView, commonHref } from '#client/drive/grants/common-folder.view.tsx';
import { UploadLinkView } from '#client/drive/upload/upload-link.view.tsx';
import { parseCount } from '#shared/count.ts';
import { rowOf } from '#shared/drive/rows.ts';
import { AppError } from '#shared/errors.ts';
import { asNodeId, ROOT_ID } from '#shared/ids.ts';
import { isolated } from '#shared/locale/isolated.ts';
import { asAppError } from '#worker/edge/errors.ts';
import { boundaryOf } from '#worker/platform/body/form.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { Caller } from '#worker/platform/request.ts';
import {
  BodyMalformed,
  FormFileDecoder,
  lastFileBytes,
  readFormHead,
  withHead,
} from '#worker/services/drive/service.ts';
import { asPerson } from '../auth/as-person.ts';
import { renderInDrive } from '../drive/drive-layout.tsx';
import { drivePerson } from '../drive/drive-person.ts';
import { readForm, refusalOf, refusalStatus, requireOwnWrite, seeOther, sentenceOf } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { CommonLive, liveShape } from './common-live.tsx';

const DID = { save: 'drive.common.did.saved', move: 'drive.common.did.moved' } as const;

const ROWS = 100;
const MAX_NAME = 2_000;

const grantOf = (c: Context<AppEnv>) => c.req.param('grantId') ?? '';
const folderOf = (c: Context<AppEnv>) => c.req.param('folderId') ?? '';
const hereOf = (c: Context<AppEnv>) => commonHref(grantOf(c), folderOf(c));

interface Shown {
  readonly error?: string;
  readonly status?: 200 | 400 | 429;
}

async function gone(c: Context<AppEnv>, deps: PageDeps, caller: Caller): Promise<Response> {
  const [person, space] = await Promise.all([drivePerson(deps, caller), deps.drive.space(caller)]);
  const { t } = translatorOf(c.get('locale'));
  return renderInDrive(
    { c, person, space, place: 'common', action: <UploadLinkView /> },
    { title: t('drive.common.gone.title'), status: 404 },
    <CommonGoneView />,
  );
}

async function view(c: Context<AppEnv>, deps: PageDeps, caller: Caller, shown: Shown): Promise<Response> {
  const { drive } = deps;
  const { t } = translatorOf(c.get('locale'));
  const { error = '', status = 200 } = shown;
  const grantId = grantOf(c);
  const pageToken = c.req.method === 'GET' ? (c.req.query('page') ?? '') : '';
  const movedId = c.req.method === 'GET' ? (c.req.query('move') ?? '') : '';
  const [person, space, { grants }, listing, moved] = await Promise.all([
    drivePerson(deps, caller),
    drive.space(caller),
    drive.commonFolders(caller),
    drive.commonFiles(caller, grantId, { parentId: folderOf(c), limit: ROWS, pageToken, order: 'name_asc' }),
    movedId === '' ? null : drive.commonFile(caller, grantId, movedId),
  ]);
  const grant = grants.find(({ id }) => id === grantId);
  if (!grant) throw new AppError('not_found', { reason: 'no_such_grant' });
  const { path, files, role, nextPageToken } = listing;
  const did = c.req.query('did') ?? '';
  return renderInDrive(
    { c, person, space, place: 'common', action: <UploadLinkView /> },
    { title: isolated(path.at(-1)?.name ?? grant.name), status, ...liveShape(c, deps, caller) },
    <>
      <CommonFolderView
        grantId={grantId}
        path={path}
        role={role}
        nextPageToken={nextPageToken}
        error={error}
        name={grant.name}
        isFile={grant.isFile}
        ownerName={grant.ownerName}
        rows={files.map(rowOf)}
        said={error === '' && Object.hasOwn(DID, did) ? t(DID[did as keyof typeof DID]) : ''}
        moved={moved && { id: moved.id, name: moved.name, parentId: moved.parent_id }}
        fileKey={newWireId()}
      />
      <CommonLive />
    </>,
  );
}

/** The page; where the right has ended, or the folder is not in it any more, a page that says so. */
async function show(c: Context<AppEnv>, deps: PageDeps, caller: Caller, shown: Shown = {}): Promise<Response> {
  try {
    return await view(c, deps, caller, shown);
  } catch (error) {
    const { errorName } = asAppError(error);
    // The thing to move is no longer there: leads to the list.
    if (errorName === 'file_not_found' && c.req.query('move') !== undefined) return c.redirect(hereOf(c), 303);
    if (errorName === 'not_found' || errorName === 'file_not_found') return gone(c, deps, caller);
    // The page token is invalid: leads to the first page of the list.
    if (errorName === 'invalid_argument' && c.req.query('page') !== undefined) return c.redirect(hereOf(c), 303);
    throw error;
  }
}

/** `?get=`: leads to the content of one file. The link is made now and ends with the right. */
async function download(c: Context<AppEnv>, deps: PageDeps, caller: Caller, fileId: string): Promise<Response> {
  try {
    const { web_content_link: link } = await deps.drive.commonFile(caller, grantOf(c), fileId);
    if (link !== '') return seeOther(link);
  } catch (error) {
    const { errorName } = asAppError(error);
    if (errorName !== 'not_found' && errorName !== 'file_not_found') throw error;
  }
  return gone(c, deps, caller);
}

export function commonFolderPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const fileId = c.req.query('get');
  return asPerson(c, hereOf(c), (caller) =>
    fileId === undefined ? show(c, deps, caller) : download(c, deps, caller, fileId),
  );
}

function refuse(reason: string): AppError {
  return new AppError('invalid_argument', { reason, field: 'body', messageKey: 'drive.collect.refused.form' });
}

/** The file of the form goes into the folder as it comes in. */
async function upload(c: Context<AppEnv>, deps: PageDeps, caller: Caller): Promise<void> {
  const { body, headers } = c.req.raw;
  const boundary = boundaryOf(headers.get('content-type') ?? '');
  const bodyBytes = parseCount(headers.get('content-length') ?? '');
  if (boundary === null || bodyBytes === null || !body) throw refuse('form');
  const head = await readFormHead(body, boundary).catch((error: unknown) => {
    throw error instanceof BodyMalformed ? refuse('form') : error;
  });
  if (head.fileName === '') throw new AppError('invalid_argument', { reason: 'none', messageKey: 'drive.plain.none' });
  const sizeBytes = lastFileBytes(head, boundary, bodyBytes);
  // The form of a page that was left open may bring another file.
  const what = createHash('sha256')
    .update(JSON.stringify([folderOf(c), head.fileName, sizeBytes]))
    .digest('base64url');
  await deps.drive.commonPut(caller, grantOf(c), {
    parentId: folderOf(c),
    name: head.fileName,
    sizeBytes,
    fileKey: `form ${(head.fields.get('key') ?? newWireId()).slice(0, 64)} ${what}`,
    body: withHead(head.rest, body),
    decoder: new FormFileDecoder(boundary),
    requireDiskSpace: c.get('requireDiskSpace'),
  });
}

/** @returns the query of the page that follows */
async function change(c: Context<AppEnv>, deps: PageDeps, caller: Caller): Promise<'' | '?did=save' | '?did=move'> {
  const { drive } = deps;
  const call = c.get('call');
  const grantId = grantOf(c);
  if ((c.req.header('content-type') ?? '').startsWith('multipart/form-data')) {
    await upload(c, deps, caller);
    return '';
  }
  const form = await readForm(c, deps, 16_384);
  const id = form.field('id', 100);
  switch (form.get('step')) {
    case 'folder':
      await c.get('requireDiskSpace')(0);
      await drive.commonMakeFolder(
        caller,
        grantId,
        { parentId: folderOf(c), name: form.field('name', MAX_NAME) },
        call,
      );
      return '';
    case 'rename':
      await drive.commonRename(caller, grantId, { id, name: form.field('name', MAX_NAME) }, call);
      return '';
    case 'move':
      await drive.commonMove(caller, grantId, { ids: [id], to: folderOf(c) }, call);
      return '?did=move';
    case 'trash':
      await drive.commonTrash(caller, grantId, [id], call);
      return '';
    case 'save': {
      await c.get('requireDiskSpace')(0);
      const ids = [id || folderOf(c)].filter((each) => each !== '').map(asNodeId);
      await drive.commonSave(caller, grantId, { ids, parentId: ROOT_ID });
      return '?did=save';
    }
    default:
      throw new AppError('invalid_argument', { reason: 'unknown', field: 'step' });
  }
}

export async function commonFolderPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  requireOwnWrite(c, deps);
  return asPerson(c, hereOf(c), async (caller) => {
    try {
      return seeOther(hereOf(c) + (await change(c, deps, caller)));
    } catch (caught) {
      const refusal = refusalOf(caught);
      const { errorName, detail } = refusal;
      if (errorName === 'unauthenticated' || detail?.reason === 'cross_site') throw refusal;
      if (errorName === 'not_found') return gone(c, deps, caller);
      const error = sentenceOf(refusal, translatorOf(c.get('locale')));
      return show(c, deps, caller, { error, status: refusalStatus(refusal) });
    }
  });
}
