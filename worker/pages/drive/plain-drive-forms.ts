/** Forms of the drive without script: upload, new folder, rename, trash. The service checks each like an API call. */
import type { Context } from 'hono';
import type { PlainDone } from '#client/drive/listing/plain-drive.view.tsx';
import { WINDOW_BYTES } from '#shared/content/window.ts';
import { AppError } from '#shared/errors.ts';
import { asNodeId, type NodeId } from '#shared/ids.ts';
import { makeFormat } from '#shared/locale/format.ts';
import { asAppError } from '#worker/edge/errors.ts';
import { readFormData } from '#worker/platform/body/form.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { refusalOf, requireOwnWrite, sentenceOf } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

/** 8 MiB: a form is held in memory, and a file of one window needs one call. */
export const PLAIN_UPLOAD_BYTES = WINDOW_BYTES;
/** 64 KiB: names of fields and files around the bytes. */
const FRAME_BYTES = 65_536;
/** Longest name that is read, in characters; the rules of names are stricter. */
const MAX_NAME = 2_000;

/** Files of one form at most: each is a write of its own, and the page answers after the last. */
const MAX_FILES = 100;
/** One file more than is allowed, which is refused in words, and the fields. */
const MAX_PARTS = 2 * MAX_FILES;
/** Most forms that an isolate holds in memory at once, each about three times its size: 100 MiB in all. */
const MAX_HELD_FORMS = 4;
const RETRY_SECONDS = 5;

/** Forms held now, by set of services: an isolate has one set. */
const heldForms = new WeakMap<PageDeps, number>();

/**
 * Runs `work` when fewer than MAX_HELD_FORMS are held.
 * @throws AppError unavailable with seconds
 */
async function holdingForm<T>(deps: PageDeps, work: () => Promise<T>): Promise<T> {
  const held = heldForms.get(deps) ?? 0;
  if (held >= MAX_HELD_FORMS) throw new AppError('unavailable', { reason: 'forms', retryInSeconds: RETRY_SECONDS });
  heldForms.set(deps, held + 1);
  try {
    return await work();
  } finally {
    heldForms.set(deps, (heldForms.get(deps) ?? 1) - 1);
  }
}

type Change = (form: FormData, folderId: NodeId) => Promise<PlainDone | null>;

/** @throws AppError permission_denied for a form that another site sent, request_too_large */
async function readPlainForm(c: Context<AppEnv>, deps: PageDeps): Promise<FormData> {
  requireOwnWrite(c, deps);
  return readFormData(c.req.raw, PLAIN_UPLOAD_BYTES + FRAME_BYTES, MAX_PARTS);
}

const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').slice(0, MAX_NAME);

function changesOf(c: Context<AppEnv>, { drive }: PageDeps, caller: Caller): Readonly<Record<string, Change>> {
  const call = c.get('call');
  const { t } = translatorOf(c.get('locale'));
  const idOf = (form: FormData) => asNodeId(textOf(form, 'id'));
  return {
    async upload(form, folderId) {
      const files = form.getAll('files').filter((one): one is File => one instanceof File && one.name !== '');
      if (files.length > MAX_FILES)
        return { kind: 'refused', sentence: t('drive.plain.many', { limit: String(MAX_FILES) }) };
      if (files.length === 0) return { kind: 'refused', sentence: t('drive.plain.none') };
      for (const file of files) {
        await c.get('requireDiskSpace')(file.size);
        await drive.putFile(
          caller,
          { parentId: folderId, name: file.name, modifiedMs: null, sizeBytes: file.size, body: file.stream() },
          call,
        );
      }
      return null;
    },
    async folder(form, folderId) {
      await c.get('requireDiskSpace')(0);
      await drive.createFolder(caller, { parentId: folderId, name: textOf(form, 'name') }, call);
      return null;
    },
    async rename(form) {
      await drive.rename(caller, idOf(form), textOf(form, 'name'), call);
      return null;
    },
    async trash(form) {
      await drive.trash(caller, [idOf(form)], call);
      return { kind: 'trashed', ids: [idOf(form)] };
    },
    async undo(form) {
      const ids = textOf(form, 'ids').split(',').map(asNodeId);
      await drive.untrash(caller, ids, call);
      return { kind: 'undone', count: ids.length };
    },
    async delete(form) {
      await drive.remove(caller, [idOf(form)], call);
      return null;
    },
  };
}

/**
 * Makes the change of the form.
 * @returns the result that the page shows; null when it only shows the listing again
 * @throws AppError permission_denied for a form of another site, unauthenticated
 */
export async function plainChange(
  c: Context<AppEnv>,
  deps: PageDeps,
  caller: Caller,
  folderId: NodeId,
): Promise<PlainDone | null> {
  const translator = translatorOf(c.get('locale'));
  try {
    return await holdingForm(deps, async () => {
      const form = await readPlainForm(c, deps);
      const change = changesOf(c, deps, caller)[textOf(form, 'step')];
      if (!change) throw new AppError('invalid_argument', { reason: 'unknown', field: 'step' });
      return await change(form, folderId);
    });
  } catch (error) {
    if (asAppError(error).errorName === 'request_too_large') {
      const size = makeFormat(translator.locale).bytes(PLAIN_UPLOAD_BYTES);
      return { kind: 'refused', sentence: translator.t('drive.plain.large', { size }) };
    }
    const refusal = refusalOf(error);
    if (refusal.errorName === 'unauthenticated' || refusal.errorName === 'permission_denied') throw refusal;
    return { kind: 'refused', sentence: sentenceOf(refusal, translator) };
  }
}
