/** `/drive/account/programs`: app passwords, and how to connect programs. Personal, never cached; works without script. */
import type { Context } from 'hono';
import { ProgramsPageView } from '#client/auth/programs/programs-page.view.tsx';
import {
  LIVES,
  type ProgramsPageProps,
  type ShownPassword,
  type ShownProgramLock,
  type TypedPassword,
} from '#client/auth/programs/programs-parts.view.tsx';
import type { AppPassword } from '#shared/auth/app-password.contract.ts';
import { isCountryCode } from '#shared/country/model.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { DAV_PATH, TUS_PATH } from '#shared/programs/paths.ts';
import { href } from '#shared/routes.ts';
import { CLI_FILE_NAME } from '#shared/site/downloads.ts';
import { parseWireTime } from '#shared/units.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { asPerson } from '../auth/as-person.ts';
import { renderInDrive } from '../drive/drive-layout.tsx';
import { drivePerson } from '../drive/drive-person.ts';
import { readForm, refusalOf, refusalStatus, type SentForm, seeOther, sentenceOf } from '../render/form.ts';
import { CheckNeeded, withCaptcha } from '../render/human-check.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { type FolderParts, folderOf, pickIn, requireFolder, WHOLE_DRIVE } from './folder-pick.ts';

/** A user name of any kind works; this one stands for a person without a mail address. */
const ANY_NAME = 'magpie';

interface Parts extends FolderParts {
  readonly deps: PageDeps;
}

type Shown = Partial<Pick<ProgramsPageProps, 'pick' | 'made' | 'done' | 'error' | 'check' | 'sudoToken' | 'typed'>>;

/** The form as it is at first. `?folder=` names a folder of the drive. */
const FRESH: TypedPassword = { name: '', scope: 'write', endsInDays: 0, folder: WHOLE_DRIVE };

/** `?done=` after an act, and its sentence. */
const DONE: ReadonlyMap<string, 'programs.list.ended' | 'programs.locks.released'> = new Map([
  ['ended', 'programs.list.ended'],
  ['released', 'programs.locks.released'],
]);

export function programsPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return asPerson(c, href('account.programs'), async (caller) => {
    const parts = { c, deps, caller };
    const folder = await folderOf(parts, c.req.query('folder') ?? '');
    const key = DONE.get(c.req.query('done') ?? '');
    const done = key ? translatorOf(c.get('locale')).t(key) : null;
    return show(parts, { typed: { ...FRESH, folder: folder ?? FRESH.folder }, done }, 200);
  });
}

export async function programsPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  return asPerson(c, href('account.programs'), async (caller) => {
    const parts = { c, deps, caller };
    if (form.get('step') === 'end') return end(parts, form);
    if (form.get('step') === 'release') return release(parts, form);
    const [open, page, use] = [form.get('open'), form.get('page'), form.get('use')];
    const typed = await typedIn(parts, form, use ?? form.field('folder_id', 26));
    if (use !== null) return show(parts, { typed }, 200);
    if (open !== null || page !== null) {
      const here = open ?? form.field('here', 26);
      return show(parts, { typed, pick: await pickIn(parts, here, page ?? '') }, 200);
    }
    return make(parts, form, typed);
  });
}

async function end(parts: Parts, form: SentForm): Promise<Response> {
  const { c, deps, caller } = parts;
  try {
    await deps.auth.endAppPassword(caller, form.field('id', 100));
    return seeOther(`${href('account.programs')}?done=ended`);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.errorName === 'unauthenticated') throw refusal;
    const { t } = translatorOf(c.get('locale'));
    return show(parts, { error: { field: '', text: t('programs.list.gone') } }, 400);
  }
}

/** A lock that has ended counts as released. */
async function release({ deps, caller }: Parts, form: SentForm): Promise<Response> {
  await deps.drive.breakLock(caller, form.field('id', 100));
  return seeOther(`${href('account.programs')}?done=released`);
}

async function make(parts: Parts, form: SentForm, typed: TypedPassword): Promise<Response> {
  const { c, deps, caller } = parts;
  let sudoToken = form.field('sudo_token', 4_096);
  try {
    await requireFolder(parts, typed.folder.id);
    if (sudoToken === '') ({ sudoToken } = await confirm(parts, form));
    const { name, scope, endsInDays, folder } = typed;
    const asked = { sudoToken, name, scope, endsInDays, folderId: folder.id };
    const { appPassword, text } = await deps.auth.makeAppPassword(caller, asked, c.get('call'));
    return await show(parts, { made: { name: appPassword.name, password: text } }, 200);
  } catch (error) {
    if (error instanceof CheckNeeded)
      return show(parts, { typed, check: error.check, sudoToken: error.sudoToken }, 200);
    const refusal = refusalOf(error);
    if (refusal.errorName === 'unauthenticated') throw refusal;
    const field = refusal.detail?.field === 'sudo_token' ? 'password' : (refusal.detail?.field ?? '');
    const text = sentenceOf(refusal, translatorOf(c.get('locale')));
    return show(parts, { typed, error: { field, text } }, refusalStatus(refusal));
  }
}

/** The password of the account once more. @throws CheckNeeded, AppError as auth.sudo */
function confirm({ c, deps, caller }: Parts, form: SentForm): Promise<{ sudoToken: string }> {
  const password = form.field('password', 1_024);
  const given = form.field('captcha_token', 4_096);
  const guarded = { action: 'POST:/v1/auth/signin', meta: { user_id: caller.userId }, given };
  return withCaptcha(c, deps, { ...guarded, needsHuman: () => true }, (captchaToken) =>
    deps.auth.sudo({ password, captchaToken }, caller, c.get('call')),
  );
}

async function typedIn(parts: Parts, form: SentForm, folderId: string): Promise<TypedPassword> {
  const days = Number(form.field('ends_in_days', 4));
  return {
    name: form.field('name', 200),
    scope: form.get('scope') === 'read' ? 'read' : 'write',
    endsInDays: LIVES.find((each) => each === days) ?? 0,
    // One that has gone stays chosen until the person chooses another: its program would see nothing.
    folder: (await folderOf(parts, folderId)) ?? { id: folderId, name: '' },
  };
}

/** The names of the folders of app passwords, by their ids. */
async function folderNames(parts: Parts, passwords: readonly AppPassword[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(passwords.map(({ folder_id }) => folder_id))].filter((id) => id !== '');
  const folders = await Promise.all(ids.map((id) => folderOf(parts, id)));
  return new Map(folders.flatMap((folder) => (folder ? [[folder.id, folder.name] as const] : [])));
}

/** Passwords as the pages show them. */
export async function shownPasswords(parts: Parts): Promise<readonly ShownPassword[]> {
  const passwords = await parts.deps.auth.appPasswords(parts.caller);
  const names = await folderNames(parts, passwords);
  const places = new Intl.DisplayNames([parts.c.get('locale')], { type: 'region' });
  return passwords.map((password) => ({
    id: password.id,
    name: password.name,
    scope: password.scope,
    folder: password.folder_id === '' ? '' : (names.get(password.folder_id) ?? null),
    madeMs: parseWireTime(password.created_at) ?? 0,
    endsMs: parseWireTime(password.ends_at),
    usedMs: parseWireTime(password.last_used_at),
    usedBy: password.last_used_by,
    usedFrom: isCountryCode(password.last_used_from)
      ? (places.of(password.last_used_from) ?? '')
      : password.last_used_from,
  }));
}

/** Locks as the page shows them, the oldest first. */
function shownLocks(
  { t }: Pick<Translator, 't'>,
  locks: Awaited<ReturnType<PageDeps['drive']['programLocks']>>,
  passwords: readonly ShownPassword[],
): readonly ShownProgramLock[] {
  const names = new Map(passwords.map(({ id, name }) => [id, name]));
  return locks.map(({ token, nodeId, name, credential, owner, untilMs }) => ({
    id: token,
    name: nodeId === '' ? t('programs.make.all') : name,
    program: [names.get(credential) ?? '', owner].filter((word) => word !== '').join(' · '),
    endsMs: untilMs,
  }));
}

async function show(parts: Parts, shown: Shown, status: 200 | 400 | 429): Promise<Response> {
  const { c, deps, caller } = parts;
  const { auth, drive, mail, config } = deps;
  const { t } = translatorOf(c.get('locale'));
  const [profile, email, person, space, passwords, locks] = await Promise.all([
    auth.profile(caller),
    auth.emailOf(caller.userId),
    drivePerson(deps, caller),
    drive.space(caller),
    shownPasswords(parts),
    drive.programLocks(caller),
  ]);
  const page: ProgramsPageProps = {
    address: `${config.programsOrigin}${DAV_PATH}`,
    syncAddress: config.programsOrigin,
    cliAddress: `${config.appOrigin}${href('site.download', { target: CLI_FILE_NAME })}`,
    tusAddress: `${config.programsOrigin}${TUS_PATH}`,
    userName: email || ANY_NAME,
    passwords,
    locks: shownLocks({ t }, locks, passwords),
    typed: FRESH,
    pick: null,
    made: null,
    hasPassword: profile.password !== '',
    mail: mail.ready,
    sms: mail.textReady,
    done: null,
    error: null,
    check: null,
    sudoToken: '',
    ...shown,
  };
  return renderInDrive(
    { c, person, space },
    { title: t('programs.account.title'), status, scripts: 'sign-in' },
    <ProgramsPageView page={page} />,
  );
}
