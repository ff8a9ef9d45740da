/** Endpoints of followed shares -> operations. */
import type { Hono } from 'hono';
import { asNodeId, asShareId } from '#shared/ids.ts';
import { type Follow, followContract } from '#shared/share/follow.contract.ts';
import { wireTime } from '#shared/units.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { ShareParts } from '../deps.ts';
import { shareUrl } from '../link/share-url.ts';
import type { FollowData } from '../registry/follows.store.ts';
import { follow, followFetch, following, followLook, unfollow } from './follow.ts';

export function bindFollows(router: Hono<AppEnv>, parts: ShareParts): void {
  const toFollow = (data: FollowData): Follow => ({
    kind: 'drive#follow',
    share_id: data.shareId,
    share_url: shareUrl(parts.appOrigin, data.shareId),
    title: data.title,
    owner_name: data.ownerName,
    followed_time: wireTime(data.followedMs),
    fetched_time: wireTime(data.fetchedMs === 0 ? null : data.fetchedMs),
    parent_id: data.parentId ?? '',
    has_parent: data.parentId !== null,
  });
  const askedOf = (body: { share_id: string; pass_code_token: string }) => ({
    shareId: asShareId(body.share_id),
    passCodeToken: body.pass_code_token,
  });

  bindEndpoint(router, followContract.follow, async ({ caller, body, call }) => {
    const { status, follow: followed } = await follow(parts, caller, askedOf(body), call);
    const share_status_text = parts.texts.status(status, call.locale);
    return { share_status: status, share_status_text, follow: followed && toFollow(followed) };
  });
  bindEndpoint(router, followContract.following, async ({ caller }) => ({
    data: (await following(parts, caller)).map(toFollow),
  }));
  bindEndpoint(router, followContract.followLook, async ({ caller, body, call }) => {
    const { status, added } = await followLook(parts, caller, askedOf(body), call);
    return {
      share_status: status,
      share_status_text: parts.texts.status(status, call.locale),
      added: added && {
        file_count: String(added.files),
        size: String(added.bytes),
        held_count: String(added.held),
        since_time: wireTime(added.sinceMs),
        is_partial: added.isPartial,
      },
    };
  });
  bindEndpoint(router, followContract.followFetch, async ({ caller, body, call }) => {
    const place = body.specify_parent_id ? { parentId: asNodeId(body.parent_id) } : {};
    const fetched = await followFetch(parts, caller, { ...askedOf(body), ...place }, call);
    return {
      share_status: fetched.status,
      share_status_text: parts.texts.status(fetched.status, call.locale),
      file_count: String(fetched.files),
      file_id: fetched.parentId,
      restore_status: fetched.restoreStatus,
      restore_task_id: fetched.taskId,
    };
  });
  bindEndpoint(router, followContract.unfollow, async ({ caller, body }) => {
    await unfollow(parts, caller, body.ids);
    return {};
  });
}
