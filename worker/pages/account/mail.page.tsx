/** `/drive/account/mail`: which letters and notifications the person gets, and when. Personal, never cached; works without script. */
import type { Context } from 'hono';
import { MailChoicesView, type MailChoicesViewProps } from '#client/mail/mail-choices.view.tsx';
import { BELL_TOPICS } from '#shared/drive/bell/bell-kinds.ts';
import { shownMail } from '#shared/intake/mail.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import { readTimeZone } from '#shared/locale/time-zone.ts';
import { MAIL_TOPICS } from '#shared/mail/model.ts';
import { type QuietHours, readClockTime, SUGGESTED_HOURS } from '#shared/mail/quiet-hours.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { asPerson } from '../auth/as-person.ts';
import { renderInDrive } from '../drive/drive-layout.tsx';
import { drivePerson } from '../drive/drive-person.ts';
import { readForm, type SentForm, seeOther } from '../render/form.ts';
import { timeZoneOf, translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

/** Values of `?done=`. */
const DONE: Readonly<Record<string, MessageKey>> = {
  saved: 'mail.choices.saved',
  resumed: 'mail.choices.resumed',
  push: 'mail.push.did.on',
  here: 'mail.push.did.off',
  everywhere: 'mail.push.did.off_all',
  refused: 'mail.push.failed',
};

export function mailPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return asPerson(c, href('account.mail'), (caller) => {
    const word = c.req.query('done') ?? '';
    return show(c, deps, caller, Object.hasOwn(DONE, word) ? (DONE[word] ?? null) : null);
  });
}

export async function mailPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  return asPerson(c, href('account.mail'), async (caller) => {
    const pushed = await pushStep(c, deps, caller, form);
    if (pushed !== '') return seeOther(`${href('account.mail')}?done=${pushed}`);
    const box = await deps.auth.letterBoxOf(caller.userId);
    if (form.get('step') === 'resume') {
      if (box) await deps.mail.resume(box.email);
      return seeOther(`${href('account.mail')}?done=resumed`);
    }
    if (box) {
      const chosen = new Set(form.all('topic'));
      const topics = Object.fromEntries(MAIL_TOPICS.map((topic) => [topic, chosen.has(topic)]));
      await deps.mail.saveChoices(box.email, { topics, quiet: quietOf(form) });
    }
    const rung = new Set(form.all('bell'));
    const onDevices = new Set(form.all('push'));
    const { devices } = await deps.drive.pushState(caller);
    const before = await deps.drive.bellChoices(caller);
    await deps.drive.saveBellChoices(caller, {
      off: BELL_TOPICS.filter((topic) => !rung.has(topic)),
      // Without a device the form has no switches for them.
      pushOff: devices === 0 ? before.pushOff : BELL_TOPICS.filter((topic) => !onDevices.has(topic)),
    });
    return seeOther(`${href('account.mail')}?done=saved`);
  });
}

/** Steps of notifications on devices. @returns a sentence about the completed step; '' for another step */
async function pushStep(
  c: Context<AppEnv>,
  { drive }: PageDeps,
  caller: Caller,
  form: SentForm,
): Promise<'' | 'push' | 'here' | 'everywhere' | 'refused'> {
  const step = form.get('step');
  if (step === 'here' || step === 'everywhere') {
    await drive.dropPushDevices(caller, step === 'here');
    return step;
  }
  if (step !== 'push') return '';
  try {
    const keys = { p256dh: form.field('p256dh', 100), auth: form.field('auth', 50) };
    await drive.addPushDevice(caller, { endpoint: form.field('endpoint', 1_000), ...keys, locale: c.get('locale') });
    return 'push';
  } catch (error) {
    if (asAppError(error).errorName === 'invalid_argument') return 'refused';
    throw error;
  }
}

/** Null without quiet hours; hours of no length are none. */
function quietOf(form: SentForm): QuietHours | null {
  const fromMinute = readClockTime(form.field('from', 5));
  const toMinute = readClockTime(form.field('to', 5));
  const isWanted = form.get('quiet') === '1';
  if (!isWanted || fromMinute === null || toMinute === null || fromMinute === toMinute) return null;
  return { fromMinute, toMinute, zone: readTimeZone(form.field('zone', 64)) };
}

/** Every zone of the runtime, and those that a person or the browser named. */
function zonesWith(...named: readonly string[]): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...named])].toSorted();
}

async function show(c: Context<AppEnv>, deps: PageDeps, caller: Caller, done: MessageKey | null): Promise<Response> {
  const { auth, drive, mail } = deps;
  const { t, text } = translatorOf(c.get('locale'));
  const [person, space, box, bell, push] = await Promise.all([
    drivePerson(deps, caller),
    drive.space(caller),
    auth.letterBoxOf(caller.userId),
    drive.bellChoices(caller),
    drive.pushState(caller),
  ]);
  const [choices, returned] = box
    ? await Promise.all([mail.choices(box.email), mail.returned(box.email)])
    : [null, null];
  const zone = choices?.quiet?.zone ?? timeZoneOf(c);
  const props: MailChoicesViewProps = {
    email: shownMail(box?.email ?? ''),
    choices: choices && {
      topics: choices.topics,
      hasQuiet: choices.quiet !== null,
      hours: choices.quiet ?? SUGGESTED_HOURS,
      zone,
      zones: zonesWith(zone),
    },
    bell,
    push,
    returnedMs: returned?.atMs ?? null,
    done: done && text(done),
  };
  return renderInDrive(
    { c, person, space },
    { title: t('mail.choices.title'), status: 200, kind: 'drive' },
    <MailChoicesView {...props} />,
  );
}
