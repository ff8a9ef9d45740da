/** The contents that people have on a server before an upgrade, and a look for them after one. */
import { type Caller, download, mustCall, signIn } from '#scripts/crash-test/calls.ts';
import { readDrive } from '#scripts/crash-test/tree.ts';
import { makeWireClient, sha256 } from '#test/flow/wire-client.ts';

const PEOPLE = ['alice@example.com', 'bob@example.com', 'carla@example.com'];
const FILES_EACH = 12;
/** The largest is sent in parts. */
const STEP_BYTES = 90_000;

interface KnownFile {
  readonly email: string;
  readonly id: string;
  readonly hash: string;
}

export interface Contents {
  readonly files: KnownFile[];
  /** Former versions, by file. */
  readonly versions: (KnownFile & { readonly version: string })[];
  /** Links of one folder with two files. */
  readonly shares: { readonly id: string; readonly title: string }[];
  /** Listed entries of a drive, the trash too, by person. */
  readonly trees: Map<string, string>;
}

const byText = (a: string, b: string): number => (a < b ? -1 : 1);

async function listed(person: Caller): Promise<string> {
  const { tops, trash } = await readDrive(person);
  const lines = [...tops].map(([name, tree]) => JSON.stringify([name, tree.lines()]));
  return JSON.stringify([lines.toSorted(byText), [...trash].map((one) => JSON.stringify(one)).toSorted(byText)]);
}

function bytesOf(label: string, length: number, random: () => number): Uint8Array {
  const head = new TextEncoder().encode(`${label} `);
  return Uint8Array.from({ length }, (_, at) => head[at] ?? Math.floor(random() * 256));
}

async function fillOne(person: Caller, contents: Contents, random: () => number): Promise<void> {
  const { email, wire } = person;
  const upload = async (name: string, parentId: string, size: number): Promise<string> => {
    const bytes = bytesOf(`${email} ${name}`, size, random);
    const id = await wire.upload(person, { name, bytes, parentId, partBytes: 262_144 });
    contents.files.push({ email, id, hash: sha256(bytes) });
    return id;
  };
  const folder = await person.makeFolder('Papers');
  const shown = await person.makeFolder('Shown', folder);
  for (let index = 1; index <= FILES_EACH; index++)
    await upload(`${index}.bin`, index <= 2 ? shown : folder, index * STEP_BYTES);
  // Replaced: the former content is a version.
  const former = bytesOf('former', 5_000, random);
  const present = bytesOf('present', 6_000, random);
  const fileId = await wire.upload(person, { name: 'plan.txt', bytes: former, parentId: folder });
  await wire.upload(person, { name: 'plan.txt', bytes: present, parentId: folder, conflict: 'replace' });
  const { versions = [] } = await mustCall(wire, 'GET', `/drive/v1/files/${fileId}/versions`, { token: person.token });
  for (const { id } of versions) {
    const hash = sha256(await download(person, fileId, id));
    if (hash === sha256(former)) contents.versions.push({ email, id: fileId, version: id, hash });
  }
  const body = { file_ids: [shown], share_to: 'publiclink', expiration_days: -1 };
  const share = await mustCall(wire, 'POST', '/drive/v1/share', { token: person.token, body });
  contents.shares.push({ id: share.share_id, title: 'Shown' });
  const gone = await wire.upload(person, { name: 'gone.bin', bytes: bytesOf('gone', 2_000, random), parentId: folder });
  await mustCall(wire, 'POST', '/drive/v1/files:batchTrash', { token: person.token, body: { ids: [gone] } });
  contents.trees.set(email, await listed(person));
}

export async function fill(origin: string, random: () => number): Promise<Contents> {
  const contents: Contents = { files: [], versions: [], shares: [], trees: new Map() };
  for (const email of PEOPLE) await fillOne(await signIn(origin, email), contents, random);
  return contents;
}

/** One line for each thing that is not there or not as it was. */
export async function missing(origin: string, contents: Contents): Promise<string[]> {
  const lost: string[] = [];
  const people = new Map<string, Caller>();
  for (const email of PEOPLE) people.set(email, await signIn(origin, email));
  const personOf = (email: string): Caller => {
    const person = people.get(email);
    if (!person) throw new Error(`${email} is not signed in`);
    return person;
  };
  const isSame = async (email: string, id: string, hash: string, version?: string): Promise<void> => {
    const found = await download(personOf(email), id, version).then(sha256, (error: unknown) => String(error));
    if (found !== hash) lost.push(`${email} ${id} ${version ?? ''}: ${found}`);
  };
  for (const { email, id, hash } of contents.files) await isSame(email, id, hash);
  for (const { email, id, hash, version } of contents.versions) await isSame(email, id, hash, version);
  const visitor = makeWireClient(origin);
  for (const { id, title } of contents.shares) {
    const answer = await visitor.call('GET', '/drive/v1/share', { query: { share_id: id } });
    if (answer.status !== 200 || answer.body.share_status !== 'OK')
      lost.push(`link ${id} of ${title}: ${answer.status} ${answer.body.share_status}`);
  }
  for (const [email, tree] of contents.trees)
    if ((await listed(personOf(email))) !== tree) lost.push(`${email}: the drive lists other entries`);
  return lost;
}
