/** `/drive/notifications`: what happened to the person's files, links and account. Personal, never cached; works without script. */
import type { Context } from 'hono';
import { BellPageView } from '#client/drive/bell/bell-page.view.tsx';
import { bellPath, bellTexts } from '#shared/drive/bell/bell-texts.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { asPerson } from '../auth/as-person.ts';
import { readForm, seeOther } from '../render/form.ts';
import { timeZoneOf, translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { renderInDrive } from './drive-layout.tsx';
import { drivePerson } from './drive-person.ts';

const HERE = href('drive.notifications');

export async function notificationsPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  // Windows without a connection of their own ask for the number alone.
  if (c.req.query('count') !== undefined) {
    const { caller } = c.get('call');
    if (!caller) return c.json({ unread: 0 }, 401);
    return c.json({ unread: await deps.drive.unreadNotifications(caller) });
  }
  return asPerson(c, HERE, (caller) => show(c, deps, caller));
}

export async function notificationsPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const { drive } = deps;
  const form = await readForm(c, deps, 4_096);
  return asPerson(c, HERE, async (caller) => {
    const id = form.field('id', 64);
    const upTo = form.field('up_to', 64);
    switch (form.get('step')) {
      case 'all':
        await drive.readNotifications(caller, { ids: [], upTo });
        return seeOther(`${HERE}?done=read`);
      case 'open': {
        const { items } = await drive.notifications(caller);
        const item = items.find((each) => each.id === id);
        if (!item) return seeOther(HERE);
        await drive.readNotifications(caller, { ids: [id], upTo: '' });
        return seeOther(bellPath(item));
      }
      default:
        await drive.readNotifications(caller, { ids: [id], upTo: '' });
        return seeOther(HERE);
    }
  });
}

async function show(c: Context<AppEnv>, deps: PageDeps, caller: Caller): Promise<Response> {
  const translator = translatorOf(c.get('locale'));
  const [person, space, { items, unread }] = await Promise.all([
    drivePerson(deps, caller),
    deps.drive.space(caller),
    deps.drive.notifications(caller),
  ]);
  return renderInDrive(
    { c, person, space },
    { title: translator.t('drive.bell.title'), description: translator.t('drive.bell.empty.text') },
    <BellPageView
      items={items.map((item) => ({ ...item, ...bellTexts(item, translator, timeZoneOf(c)), path: bellPath(item) }))}
      unread={unread}
      done={c.req.query('done') === 'read' && unread === 0 ? translator.t('drive.bell.did.read') : null}
    />,
  );
}
