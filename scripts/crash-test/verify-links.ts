/** Compares what visitors and followers know with the server: files that links collected, and shares that are followed. */
import { type Body, mustCall } from './calls.ts';
import { COLLECT_LINKS } from './collect-steps.ts';
import type { Lane } from './lane.ts';
import type { KnownCollect } from './shared-state.ts';

async function filesOf(lane: Lane, id: string): Promise<Body[]> {
  const files: Body[] = [];
  for (let pageToken = ''; ; ) {
    const query = { page_token: pageToken };
    const page = await mustCall(lane.wire, 'GET', `${COLLECT_LINKS}/${id}/files`, { token: lane.person.token, query });
    files.push(...page.files);
    pageToken = page.next_page_token;
    if (pageToken === '') return files;
  }
}

/** A file whose sending was acknowledged is there once, and withdrawn at most once; the link counts them. */
async function checkCollect(lane: Lane, { id, sent }: KnownCollect): Promise<void> {
  const { tally } = lane;
  const query = { folder_id: lane.folderId };
  const { links } = await mustCall(lane.wire, 'GET', COLLECT_LINKS, { token: lane.person.token, query });
  const link = links.find(({ link_id }: Body) => link_id === id);
  if (!link || links.length > 1) tally.lost.push(`${lane.name}: link ${id} is one of ${links.length}`);
  const files = await filesOf(lane, id);
  for (const file of sent) {
    const found = files.filter(({ name }) => name === file.name);
    const state = found[0]?.state;
    if (found.length > 1) tally.violations.push(`${lane.name}: ${file.name} was collected ${found.length} times`);
    else if (file.state === 'maybe' && (state === 'accepted' || state === 'withdrawn')) file.state = state;
    else if (state !== file.state)
      tally.lost.push(`${lane.name}: collected ${file.name} is ${state}, it was ${file.state}`);
  }
  const stray = files.filter(({ name }) => !sent.some((file) => file.name === name));
  if (stray.length > 0)
    tally.violations.push(
      `${lane.name}: files that no visitor sent: ${JSON.stringify(stray.slice(0, 3))}\n  ${lane.history.slice(-12).join('\n  ')}`,
    );
  const accepted = files.filter(({ state }) => state === 'accepted').length;
  if (link && link.files !== accepted)
    tally.violations.push(`${lane.name}: link ${id} counts ${link.files} files, it has ${accepted}`);
}

export async function checkCollects(lanes: readonly Lane[]): Promise<void> {
  for (const lane of lanes) {
    const known = lane.shared.collects.get(lane.name);
    if (known) await checkCollect(lane, known);
  }
}

/** Shares that are followed are in the list, with the folder that a fetch chose. */
export async function checkFollowed(lanes: readonly Lane[]): Promise<void> {
  const listOf = async ({ wire, person: { token } }: Lane): Promise<Body[]> =>
    (await mustCall(wire, 'GET', '/drive/v1/share/following', { token })).data;
  for (const lane of lanes) {
    const followed = lane.shared.followed.get(lane.name);
    if (!followed) continue;
    const { shareId, state, albums } = followed;
    // The id of a copy whose task got no answer.
    for (const album of albums) if (album.ownId === '') album.ownId = lane.idOf(`/${album.name}`);
    if (state === 'known') continue;
    const found = (await listOf(lane)).filter(({ share_id: id }) => id === shareId);
    const isRight = found.length === 1 && (state !== 'fetched' || found[0].parent_id === lane.folderId);
    if (!isRight)
      lane.tally.lost.push(`${lane.name}: ${shareId} was ${state}, it is followed as ${JSON.stringify(found)}`);
  }
}
