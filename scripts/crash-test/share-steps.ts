/** Steps between people: links, cancelling them, saving from them; and sessions that end. */
import { type Body, call } from './calls.ts';
import { type Lane, pick, type Step, type StepEnd } from './lane.ts';
import type { StepKind } from './plan.ts';
import type { KnownShare } from './shared-state.ts';
import { FOLDER } from './tree.ts';
import { placesFor } from './tree-steps.ts';

async function share(lane: Lane, limitAt: number): Promise<StepEnd> {
  const exhibit = lane.shared.exhibits.get(lane.person.email);
  if (!exhibit) return 'done';
  const limit = limitAt < 0.5 ? null : 1 + Math.floor((limitAt - 0.5) * 8);
  const body = {
    file_ids: [exhibit.id],
    share_to: 'publiclink',
    expiration_days: -1,
    ...(limit === null ? {} : { restore_limit: String(limit) }),
  };
  return lane.step({
    label: `share ${exhibit.name} limit ${limit}`,
    send: (key) => lane.call('POST', '/drive/v1/share', { key, body }),
    onOk: (answer: Body) => {
      const known: KnownShare = {
        id: answer.share_id,
        owner: lane.person.email,
        limit,
        saved: 0,
        maybeSaved: 0,
        cancelled: 'no',
      };
      if (!lane.shared.shares.some(({ id }) => id === known.id)) lane.shared.shares.push(known);
    },
  });
}

async function unshare(lane: Lane, at: number): Promise<StepEnd> {
  const known = pick(
    lane.shared.shares.filter((one) => one.owner === lane.person.email && one.cancelled === 'no'),
    at,
  );
  if (!known) return 'done';
  known.cancelled = 'maybe';
  return lane.step({
    label: `cancel ${known.id}`,
    send: () => lane.call('POST', '/drive/v1/share:batchDelete', { body: { ids: [known.id] } }),
    onOk: () => {
      known.cancelled = 'yes';
    },
  });
}

async function restore(lane: Lane, at: number, to: number): Promise<StepEnd> {
  const known = pick(
    lane.shared.shares.filter((one) => one.owner !== lane.person.email && one.cancelled === 'no'),
    at,
  );
  const exhibit = known && lane.shared.exhibits.get(known.owner);
  const folder = exhibit && pick(placesFor(lane, exhibit.name, null), to);
  if (!known || !exhibit || folder === undefined) return 'done';
  const path = `${folder}/${exhibit.name}`;
  const body = {
    share_id: known.id,
    pass_code_token: '',
    file_ids: [exhibit.id],
    parent_id: lane.idOf(folder),
    specify_parent_id: true,
  };
  let taskId = '';
  known.maybeSaved += 1;
  const end = await lane.attempt({
    label: `save ${known.id} into ${path}`,
    change: (tree) => {
      tree.graft(path, FOLDER, new Map([...exhibit.below].map(([below, entry]) => [below, { ...entry, id: '' }])));
    },
    send: () => lane.call('POST', '/drive/v1/share/restore', { body }),
    isRefusal: (answer: Body) => answer.share_status !== 'OK',
    onOk: (answer: Body) => {
      taskId = answer.restore_task_id;
      known.saved += 1;
    },
    // A repeat after a minute would be another save.
    isOnce: false,
  });
  if (end !== 'unknown') known.maybeSaved -= 1;
  return end === 'ok' ? lane.untilEnded(taskId) : 'done';
}

/** A second session of the person begins and ends; its end is kept to be asked about after the next kill. */
async function session(lane: Lane): Promise<StepEnd> {
  try {
    const second = await lane.wire.signIn(lane.person.email);
    const ended = await call(lane.wire, 'POST', '/v1/auth/revoke', { body: { token: second.refreshToken } });
    lane.note(`end a session: ${ended.kind}`);
    if (ended.kind !== 'ok') return 'stop';
    lane.tally.acknowledged += 1;
    lane.shared.endedTokens.push(second.token);
    return 'done';
  } catch {
    // A sign-in that got no answer leaves nothing to check.
    return 'stop';
  }
}

export const SHARE_STEPS = {
  share: (lane, [, , limitAt]) => share(lane, limitAt),
  unshare: (lane, [at]) => unshare(lane, at),
  restore: (lane, [at, to]) => restore(lane, at, to),
  session,
} as const satisfies Partial<Record<StepKind, Step>>;
