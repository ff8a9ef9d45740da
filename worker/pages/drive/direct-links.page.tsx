/** `/drive/shares/direct`: direct links of a person, and the one of a file. Personal, never cached; works without script. */
import type { Context } from 'hono';
import { type DirectLinksProps, DirectLinksView, directHref } from '#client/share/direct/direct-links.view.tsx';
import { AppError } from '#shared/errors.ts';
import { asNodeId, asShareId } from '#shared/ids.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { asPerson } from '../auth/as-person.ts';
import { readForm, refusalOf, type SentForm, sentenceOf } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { renderInDrive } from './drive-layout.tsx';
import { drivePerson } from './drive-person.ts';

const ROWS = 50;

const DID = {
  make: 'share.direct.did.made',
  on: 'share.direct.did.on',
  off: 'share.direct.did.off',
  renew: 'share.direct.did.renewed',
  delete: 'share.direct.did.deleted',
} as const;
type Step = keyof typeof DID;

/** File and page token of the address. */
function askedOf(c: Context<AppEnv>): { fileId: string; pageToken: string } {
  return { fileId: c.req.query('file') ?? '', pageToken: c.req.query('page') ?? '' };
}

function here(c: Context<AppEnv>): string {
  return directHref(askedOf(c));
}

export function directLinksPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return asPerson(c, here(c), async (caller) => {
    try {
      return await show(c, deps, caller, { said: '', asked: null });
    } catch (error) {
      // The page token is invalid: leads to the first page.
      if (asAppError(error).errorName !== 'invalid_argument' || askedOf(c).pageToken === '') throw error;
      return c.redirect(directHref(), 303);
    }
  });
}

/** @throws AppError of the act */
async function runStep(c: Context<AppEnv>, { share }: PageDeps, caller: Caller, form: SentForm): Promise<Step> {
  const call = c.get('call');
  const step = form.field('step', 10);
  const shareId = asShareId(form.field('id', 40));
  if (step === 'make') await share.makeDirect(caller, { fileId: asNodeId(form.field('file', 40)), hours: 0 }, call);
  else if (step === 'on' || step === 'off') await share.switchDirect(caller, { shareId, enabled: step === 'on' }, call);
  else if (step === 'renew') await share.renewDirect(caller, shareId, call);
  else if (step === 'delete') await share.remove(caller, [shareId]);
  else throw new AppError('invalid_argument', { reason: 'step' });
  return step;
}

export async function directLinksPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  const translator = translatorOf(c.get('locale'));
  return asPerson(c, here(c), async (caller) => {
    const [, asked] = /^ask-(renew|delete)$/.exec(form.field('step', 12)) ?? [];
    if (asked === 'renew' || asked === 'delete')
      return show(c, deps, caller, { said: '', asked: { id: form.field('id', 40), step: asked } });
    let said: string;
    try {
      said = translator.t(DID[await runStep(c, deps, caller, form)]);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.errorName === 'unauthenticated') throw refusal;
      said = sentenceOf(refusal, translator);
    }
    return show(c, deps, caller, { said, asked: null });
  });
}

async function show(
  c: Context<AppEnv>,
  deps: PageDeps,
  caller: Caller,
  outcome: Pick<DirectLinksProps, 'said' | 'asked'>,
): Promise<Response> {
  const { drive, share } = deps;
  const { t } = translatorOf(c.get('locale'));
  const { fileId, pageToken } = askedOf(c);
  const [person, space, page] = await Promise.all([
    drivePerson(deps, caller),
    drive.space(caller),
    share.directLinks(caller, { limit: ROWS, pageToken, fileId }),
  ]);
  return renderInDrive(
    { c, person, space, place: 'shares' },
    { title: t('share.direct.title'), description: t('share.direct.lead') },
    <DirectLinksView
      links={page.data}
      nextPageToken={page.next_page_token}
      pageToken={pageToken}
      fileId={fileId}
      {...outcome}
    />,
  );
}
