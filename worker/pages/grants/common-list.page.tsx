/** `/drive/common`: folders that others share with the person. Personal, never cached; works without script. */
import type { Context } from 'hono';
import { CommonListView } from '#client/drive/grants/common-list.view.tsx';
import { GRANT_ANSWERS } from '#shared/drive/grants/grant-terms.ts';
import { AppError } from '#shared/errors.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { asPerson } from '../auth/as-person.ts';
import { renderInDrive } from '../drive/drive-layout.tsx';
import { drivePerson } from '../drive/drive-person.ts';
import { readForm, refusalOf, refusalStatus, type SentForm, seeOther, sentenceOf } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { CommonLive, liveShape } from './common-live.tsx';

const DID = {
  accepted: 'drive.common.did.accepted',
  declined: 'drive.common.did.declined',
  blocked: 'drive.common.did.blocked',
  left: 'drive.common.did.left',
  unblock: 'drive.common.did.unblocked',
  taken: 'drive.common.did.taken',
  refused: 'drive.common.did.refused',
} as const;

const HERE = href('drive.common');

async function show(
  c: Context<AppEnv>,
  deps: PageDeps,
  caller: Caller,
  { error = '', status = 200 }: { error?: string; status?: 200 | 400 | 429 } = {},
): Promise<Response> {
  const { drive } = deps;
  const { t } = translatorOf(c.get('locale'));
  const [person, space, { grants, blocked }] = await Promise.all([
    drivePerson(deps, caller),
    drive.space(caller),
    drive.commonFolders(caller),
  ]);
  const did = c.req.query('did') ?? '';
  const said = error === '' && Object.hasOwn(DID, did) ? t(DID[did as keyof typeof DID]) : '';
  return renderInDrive(
    { c, person, space, place: 'common' },
    { title: t('drive.common.title'), description: t('drive.common.lead'), status, ...liveShape(c, deps, caller) },
    <>
      <CommonListView entries={grants} blocked={blocked} said={said} error={error} />
      <CommonLive />
    </>,
  );
}

export function commonListPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return asPerson(c, HERE, (caller) => show(c, deps, caller));
}

/** @returns where it leads */
async function answer(
  { drive }: PageDeps,
  caller: Caller,
  form: SentForm,
  requireDiskSpace: (bytes: number) => Promise<void>,
): Promise<string> {
  const step = form.get('step');
  const id = form.field('id', 100);
  if (step === 'unblock') {
    await drive.unblockInviter(caller, id);
    return `${HERE}?did=unblock`;
  }
  if (step === 'take') {
    await requireDiskSpace(0);
    await drive.takeOver(caller, id);
    return `${HERE}?did=taken`;
  }
  if (step === 'refuse') {
    await drive.declineOffer(caller, id);
    return `${HERE}?did=refused`;
  }
  const given = GRANT_ANSWERS.find((each) => each === step);
  if (!given) throw new AppError('invalid_argument', { reason: 'unknown', field: 'step' });
  try {
    await drive.answerCommon(caller, id, given);
  } catch (error) {
    // The owner was faster: the list says so.
    const { errorName, detail } = refusalOf(error);
    if (errorName !== 'not_found') throw error;
    throw new AppError('not_found', { ...detail, messageKey: 'drive.common.gone.title' }, { cause: error });
  }
  return `${HERE}?did=${given}`;
}

export async function commonListPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps, 4_096);
  return asPerson(c, HERE, async (caller) => {
    try {
      return seeOther(await answer(deps, caller, form, c.get('requireDiskSpace')));
    } catch (caught) {
      const refusal = refusalOf(caught);
      if (refusal.errorName === 'unauthenticated') throw refusal;
      const error = sentenceOf(refusal, translatorOf(c.get('locale')));
      return show(c, deps, caller, { error, status: refusalStatus(refusal) });
    }
  });
}
