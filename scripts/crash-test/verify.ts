/** Compares the server with the clients' records (I6): acknowledged changes are there, refused ones are not, unknown ones are all or nothing. */
import { sha256, type WireClient } from '#test/flow/wire-client.ts';
import { type Body, type Caller, call, download, mustCall } from './calls.ts';
import type { Lane } from './lane.ts';
import type { SharedState } from './shared-state.ts';
import { differ, type ListedDrive, readDrive, Tree } from './tree.ts';

/** Differences named at most in one violation. */
const NAMED = 6;

/** The lane's part of a listed drive, in the lane's words. */
function listedTree(lane: Lane, drive: ListedDrive): Tree {
  const tree = drive.tops.get(lane.name)?.clone() ?? new Tree();
  if (!lane.usesTrash) return tree;
  for (const [id, name] of drive.trash)
    tree.trash.set(id, {
      name,
      parentId: '',
      root: { id, isFile: true, sizeBytes: 0, isPending: false, sha256: '' },
      below: new Map(),
    });
  return tree;
}

function isSame(expected: Tree, listed: Tree): boolean {
  const { lost, extra } = differ(expected.lines(), listed.lines());
  return lost.length === 0 && extra.length === 0;
}

/** Takes over the ids that only the server knew. */
function adoptIds(tree: Tree, listed: Tree): void {
  for (const [path, entry] of tree.entries)
    tree.entries.set(path, { ...entry, id: listed.entries.get(path)?.id ?? entry.id });
}

function reportDifference(lane: Lane, expected: Tree, listed: Tree, label: string): void {
  const { lost, extra } = differ(expected.lines(), listed.lines());
  const text = `${lane.name} ${label}: missing ${JSON.stringify(lost.slice(0, NAMED))} of ${lost.length}, not expected ${JSON.stringify(extra.slice(0, NAMED))} of ${extra.length}\n  ${lane.history.slice(-12).join('\n  ')}`;
  if (lost.length > 0) lane.tally.lost.push(text);
  else lane.tally.violations.push(text);
}

/** Decides what became of the call whose answer never came, and repeats it where a repeat is the same call. */
async function settleFlight(lane: Lane, found: Tree): Promise<void> {
  const flight = lane.inFlight;
  if (!flight) return;
  const listed = found.clone();
  if (listed.entries.get(flight.leaves)?.isPending) listed.remove(flight.leaves);
  const happened = isSame(flight.after, listed);
  if (!happened && !isSame(flight.before, listed)) {
    reportDifference(lane, flight.before, listed, `after "${flight.label}", which is neither done nor not done`);
    lane.tree = listed;
    lane.inFlight = null;
    return;
  }
  lane.tree = happened ? flight.after : flight.before;
  const isSeen = !isSame(flight.after, flight.before);
  if (isSeen && happened) lane.tally.happened += 1;
  if (isSeen && !happened) lane.tally.notHappened += 1;
  lane.inFlight = null;
  if (!flight.isOnce && happened) return;
  adoptIds(lane.tree, listed);
  const again = await flight.again();
  lane.note(`again ${flight.label}: ${again.kind}`);
  if (again.kind === 'ok') {
    if (flight.isRefusal(again.body)) return;
    lane.tally.acknowledged += 1;
    lane.tree = flight.after;
    flight.onOk(again.body);
  } else lane.tally.violations.push(`${lane.name}: repeated ${flight.label}: ${JSON.stringify(again)}`);
}

async function readDrives(lanes: readonly Lane[]): Promise<Map<Caller, ListedDrive>> {
  const drives = new Map<Caller, ListedDrive>();
  for (const { person } of lanes) if (!drives.has(person)) drives.set(person, await readDrive(person));
  return drives;
}

/** First look after a recovery: settles the unknown outcomes. */
export async function settleLanes(lanes: readonly Lane[]): Promise<void> {
  const drives = await readDrives(lanes);
  for (const lane of lanes) {
    const drive = drives.get(lane.person);
    if (drive) await settleFlight(lane, listedTree(lane, drive));
  }
}

/** Second look: every lane's folder equals the lane's tree. */
export async function checkLanes(lanes: readonly Lane[]): Promise<void> {
  const drives = await readDrives(lanes);
  for (const lane of lanes) {
    const drive = drives.get(lane.person);
    const listed = drive && listedTree(lane, drive);
    if (!listed) continue;
    if (!isSame(lane.tree, listed)) {
      reportDifference(lane, lane.tree, listed, 'differs from what it knows');
      lane.tree = listed;
    }
    adoptIds(lane.tree, listed);
  }
}

/** Downloads some files of a lane, or all, and compares their bytes. @returns how many */
export async function checkBytes(lane: Lane, count: number, random: () => number): Promise<number> {
  const files = [...lane.tree.entries].filter(([, entry]) => entry.isFile && entry.sha256 !== '');
  const chosen =
    files.length <= count ? files : Array.from({ length: count }, () => files[Math.floor(random() * files.length)]);
  for (const found of chosen) {
    if (!found) continue;
    const [path, entry] = found;
    const bytes = await download(lane.person, entry.id);
    if (sha256(bytes) !== entry.sha256)
      lane.tally.lost.push(`${lane.name}: the bytes of ${path} (${entry.id}) are not those that were sent`);
  }
  return chosen.length;
}

/** Compares former contents: number and order, some of them byte for byte. @returns how many of those */
export async function checkVersions(lane: Lane, count: number): Promise<number> {
  const files = [...lane.tree.entries].filter(([, entry]) => (entry.versions?.length ?? 0) > 0);
  let compared = 0;
  for (const [path, { id, versions = [] }] of files) {
    const { token } = lane.person;
    const listed = await mustCall(lane.wire, 'GET', `/drive/v1/files/${id}/versions`, { token });
    const sizes: number[] = listed.versions.map((version: Body) => Number(version.size));
    if (JSON.stringify(sizes) !== JSON.stringify(versions.map(({ sizeBytes }) => sizeBytes)))
      lane.tally.lost.push(
        `${lane.name}: ${path} held ${sizes}, expected ${versions.map(({ sizeBytes }) => sizeBytes)}\n  ${lane.history.slice(-12).join('\n  ')}`,
      );
    else if (compared < count) {
      compared += 1;
      const bytes = await download(lane.person, id, listed.versions.at(-1).id);
      if (sha256(bytes) !== versions.at(-1)?.sha256)
        lane.tally.lost.push(`${lane.name}: the oldest version of ${path} (${id}) has other bytes`);
    }
  }
  return compared;
}

/** Links: open ones open, cancelled ones do not, and saves are counted rightly. */
export async function checkShares(lanes: readonly Lane[], shared: SharedState): Promise<void> {
  const [first] = lanes;
  if (!first) return;
  const { tally, wire } = first;
  for (const known of shared.shares) {
    const opened = await mustCall(wire, 'GET', '/drive/v1/share', { query: { share_id: known.id, limit: '1' } });
    const isOpen = opened.share_status === 'OK' || opened.share_status === 'MAX_RESTORE_COUNT';
    if (known.cancelled === 'maybe') known.cancelled = isOpen ? 'no' : 'yes';
    if (isOpen === (known.cancelled === 'yes'))
      tally.lost.push(`share ${known.id} is ${opened.share_status}, its cancelling was ${known.cancelled}`);
    if (!isOpen) continue;
    const left = opened.restore_count_left === '-1' ? null : Number(opened.restore_count_left);
    if (known.limit === null || left === null) continue;
    const used = known.limit - left;
    if (used < known.saved || used > known.saved + known.maybeSaved)
      tally.violations.push(
        `share ${known.id}: ${used} saves are counted, ${known.saved} were acknowledged, ${known.maybeSaved} are unknown`,
      );
  }
}

/** Tokens of ended sessions stay refused. */
export async function checkSessions(wire: WireClient, shared: SharedState, violations: string[]): Promise<void> {
  for (const token of shared.endedTokens.slice(-5)) {
    const asked = await call(wire, 'GET', '/drive/v1/about', { token });
    if (asked.kind !== 'refused' || asked.status !== 401)
      violations.push(`a session that ended is served: ${JSON.stringify(asked)}`);
  }
}
