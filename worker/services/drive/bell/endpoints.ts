/** Endpoints of notifications. */
import type { Hono } from 'hono';
import { bellContract } from '#shared/drive/bell/bell.contract.ts';
import { bellPath, bellTexts } from '#shared/drive/bell/bell-texts.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { wireTime } from '#shared/units.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveDeps } from '../deps.ts';
import { notifications, readNotifications } from './bell.ts';

export function bindBell(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, bellContract.notifications, async ({ caller, call }) => {
    const { items, unread } = await notifications(deps, caller);
    const translator = makeTranslator(call.locale, loadMessages(call.locale), loadMessages(DEFAULT_LOCALE));
    return {
      notifications: items.map((item) => ({
        kind: 'drive#notification' as const,
        id: item.id,
        type: item.kind,
        ...bellTexts(item, translator),
        path: bellPath(item),
        created_time: wireTime(item.atMs),
        read: item.isRead,
      })),
      unread,
    };
  });
  bindEndpoint(router, bellContract.readNotifications, async ({ caller, body }) => ({
    unread: await readNotifications(deps, caller, { ids: body.ids, upTo: body.up_to }),
  }));
}
