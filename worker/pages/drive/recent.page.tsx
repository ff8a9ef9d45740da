/** `/drive/recent`: what the owner and guests did lately, by day. Personal, never cached; works without script. */
import type { Context } from 'hono';
import { TimelineView } from '#client/drive/timeline/timeline.view.tsx';
import { parseCount } from '#shared/count.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { asPerson } from '../auth/as-person.ts';
import { allowFrame } from '../render/framing.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { renderInDrive } from './drive-layout.tsx';
import { drivePerson } from './drive-person.ts';

export async function recentPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  await allowFrame(c, deps);
  return asPerson(c, href('drive.recent'), async (caller) => {
    const { t } = translatorOf(c.get('locale'));
    const before = parseCount(c.req.query('before') ?? '') ?? 0;
    const [person, space, page] = await Promise.all([
      drivePerson(deps, caller),
      deps.drive.space(caller),
      deps.drive.timeline(caller, before),
    ]);
    return renderInDrive(
      { c, person, space, place: 'recent' },
      { title: t('ui.sidebar.recent') },
      <TimelineView {...page} nowMs={c.get('call').nowMs} />,
    );
  });
}
