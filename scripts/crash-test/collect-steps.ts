/** Steps with links that collect files: a visitor without an account sends files into the lane's folder, and takes some of them back. */
import { randomInt, randomUUID } from 'node:crypto';
import { sha256 } from '#test/flow/wire-client.ts';
import { type Body, call, type Outcome } from './calls.ts';
import { type Lane, pick, type Step, type StepEnd } from './lane.ts';
import type { StepKind } from './plan.ts';
import type { KnownCollect } from './shared-state.ts';
import { fileOf } from './tree.ts';

export const COLLECT_LINKS = '/drive/v1/collect/links';
const BOUNDARY = 'crash-test';
/** The server believes it: a person sends from many places, and after 20 files from one place needs a human check. */
export const ADDRESS_HEADER = 'x-test-address';

function asVisitor(lane: Lane, headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { origin } = lane.shared;
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  return { origin, 'sec-fetch-site': 'same-origin', [ADDRESS_HEADER]: address, ...headers };
}

/** As the page of the link sends it. */
function formOf(fields: Readonly<Record<string, string>>, name: string, bytes: Uint8Array): Uint8Array {
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return Buffer.concat([Buffer.from(parts.join('') + file), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

async function create(lane: Lane): Promise<StepEnd> {
  const body = { folder_id: lane.folderId, title: lane.name, max_files: 5_000 };
  return lane.step({
    label: 'make a link that collects',
    send: (key) => lane.call('POST', COLLECT_LINKS, { key, body }),
    onOk: ({ link_id: id }: Body) => void lane.shared.collects.set(lane.name, { id, sent: [] }),
  });
}

async function send(lane: Lane, { id, sent }: KnownCollect, bytes: Uint8Array): Promise<StepEnd> {
  const name = lane.newName('.bin');
  const path = `/${name}`;
  const receipt = randomUUID();
  const body = formOf({ receipt, key: randomUUID(), visitor: lane.name, note: '' }, name, bytes);
  const headers = { accept: 'application/json', 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const file = { name, receipt, state: 'accepted' as const };
  return lane.step({
    label: `collect ${path} ${bytes.length}`,
    change: (tree) => tree.add(path, fileOf(bytes.length, sha256(bytes))),
    send: (): Promise<Outcome> =>
      call(lane.wire, 'POST', `/c/${id}`, { bytes: body, headers: asVisitor(lane, headers) }),
    // One that broke off waits for its sender.
    leaves: path,
    onOk: () => {
      if (!sent.some((each) => each.name === name)) sent.push(file);
    },
  });
}

/** The lane's first file is the link itself. */
async function collect(lane: Lane, size: number): Promise<StepEnd> {
  const known = lane.shared.collects.get(lane.name);
  if (!known) return create(lane);
  return send(lane, known, lane.shared.bytesOf(`${lane.name}/${lane.made}`, Math.ceil(1 + size * 200_000)));
}

/** The visitor takes a file back: it goes into the owner's trash once, unless its owner changed it. */
async function takeBack(lane: Lane, at: number): Promise<StepEnd> {
  const known = lane.shared.collects.get(lane.name);
  // The trash is compared in one lane of a person.
  if (!known || !lane.usesTrash) return 'done';
  const file = pick(
    known.sent.filter(({ name, state }) => state === 'accepted' && lane.idOf(`/${name}`) !== ''),
    at,
  );
  if (!file) return 'done';
  const path = `/${file.name}`;
  await lane.attempt({
    label: `take ${path} back`,
    change: (tree) => tree.moveToTrash(path, lane.folderId),
    send: () =>
      call(lane.wire, 'POST', `/c/${known.id}/${file.receipt}`, {
        bytes: new Uint8Array(),
        headers: asVisitor(lane, { 'content-type': 'application/x-www-form-urlencoded' }),
      }),
    // A page instead of the way to it: nothing may be taken back any more.
    isRefusal: (answer: Body) => answer !== '',
    onOk: () => {
      file.state = 'withdrawn';
    },
  });
  if (lane.inFlight) file.state = 'maybe';
  return 'done';
}

export const COLLECT_STEPS = {
  collect: (lane, [, size]) => collect(lane, size),
  'collect-undo': (lane, [at]) => takeBack(lane, at),
} as const satisfies Partial<Record<StepKind, Step>>;
