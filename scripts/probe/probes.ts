/**
 * Probes at the edge of links: a link, a token and an id that do not belong together, at every endpoint that takes them, each once or by
 * chance from a seed. An answer leaks when it has a name, an id or bytes that its sender may not see, or a success.
 */

import { passTokenCookieName } from '#shared/cookies.ts';
import { COLLECT_SECRET_HEADER } from '#shared/drive/collect/visitor.contract.ts';
import { LOCALES } from '#shared/locale/tags.ts';
import type { Answer, WireCall, WireClient } from '#test/flow/wire-client.ts';
import { makeRandom } from '#worker/platform/faults/faults.ts';
import { LOCKED, MARK, PASS_CODE, type ProbedLink, type ProbeWorld } from './world.ts';

export interface Probe {
  readonly what: string;
  /** @returns what it leaked; '' for nothing */
  run(): Promise<string>;
}

type Random = ReturnType<typeof makeRandom>;

/** A link, a token and an id that are sent together. */
interface Aim {
  readonly link: ProbedLink;
  readonly token: string;
  readonly id: string;
  /** The token opens the link: names and ids of the link itself are no leak. */
  readonly isInside: boolean;
  /** Marks that the answer may have. */
  readonly allowed: readonly string[];
}

function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

/** Another letter at a place. */
function changedAt(at: number, text: string): string {
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
}

function changed(random: Random, text: string): string {
  return changedAt(Math.floor(random() * text.length), text);
}

/** The first half of one signed text with the second half of another. */
function mixed(one: string, another: string): string {
  return [...one.split('.').slice(0, -1), another.split('.').at(-1)].join('.');
}

const letters = (random: Random, count: number) =>
  Array.from({ length: count }, () => 'abcdefghijkABCDEFGHIJK0123456789-_'[Math.floor(random() * 34)]).join('');

/** Ids that are none, or of what no link shows. */
function liesOf({ hidden, inside, locked, ownerId }: ProbeWorld): readonly string[] {
  const [top, inner] = inside;
  const otherCase = top.toLowerCase() === top ? top.toUpperCase() : top.toLowerCase();
  const steps = [`${top}/..`, `${inner}/../../${hidden[0]}`, `${top}\0`, otherCase];
  return ['VnoSuchFile_noSuchFile_000', locked.id, ownerId, '*', '~trash', '~gone', '~made', '..', ...steps];
}

/** Tokens that do not open the locked link. */
function wrongTokensOf({ locked, otherLocked, open, ended, ownerToken }: ProbeWorld): readonly string[] {
  const { token } = locked;
  const spoilt = [changedAt(token.length - 1, token), token.slice(0, -4), `${token}.${open.token}`];
  const others = ['', otherLocked.token, open.token, ended.token, ownerToken, PASS_CODE, 'null'];
  return [...others, ...spoilt, mixed(token, open.token), mixed(open.token, token)];
}

/** Every link with every token and id of a kind: a right token and a hidden id, or a wrong token and any id. */
export function aimsOf(world: ProbeWorld): Aim[] {
  const { locked, open, ended, hidden, inside, shown } = world;
  const [top, inner, a, , archive] = inside;
  const right = (link: ProbedLink, ids: readonly string[], allowed: readonly string[]): Aim[] =>
    ids.map((id) => ({ link, token: link.token, id, isInside: true, allowed }));
  const wrong = (link: ProbedLink, tokens: readonly string[], ids: readonly string[]): Aim[] =>
    tokens.flatMap((token) => ids.map((id) => ({ link, token, id, isInside: false, allowed: [] })));
  const { id, token } = locked;
  const noLinks = [id.slice(0, -1), `${id}0`, open.id.toLowerCase(), '..', `${id}/..`, '%00', '*'];
  return [
    ...right(locked, [...hidden, ...liesOf(world)], [LOCKED]),
    ...right(open, [...hidden, ...inside], []),
    ...wrong(locked, wrongTokensOf(world), ['', top, inner, a, archive, hidden[0] ?? '']),
    ...wrong(ended, [ended.token, token, ''], ['', top, a, archive]),
    ...noLinks.flatMap((none) => wrong({ id: none, token: '' }, [token], [a, shown[1]])),
  ];
}

function randomAim(random: Random, world: ProbeWorld, aims: readonly Aim[]): Aim {
  const { locked, open, ended, hidden, inside, shown } = world;
  const kind = random();
  if (kind < 0.5) return pick(random, aims);
  if (kind < 0.75) {
    const [link, own] = random() < 0.7 ? [locked, inside] : [open, shown];
    const lie = random();
    const id =
      lie < 0.5
        ? changed(random, pick(random, own))
        : lie < 0.8
          ? `${pick(random, own)}/../${pick(random, hidden)}`
          : `V${letters(random, 25)}`;
    return { link, token: link.token, id, isInside: true, allowed: link === locked ? [LOCKED] : [] };
  }
  const cut = locked.token.slice(0, -1 - Math.floor(random() * 20));
  const token = pick(random, [changed(random, locked.token), cut, letters(random, 60)]);
  return {
    link: pick(random, [locked, ended]),
    token,
    id: pick(random, [...inside, ...hidden]),
    isInside: false,
    allowed: [],
  };
}

function leakOf(aim: Aim, answer: Answer, world: ProbeWorld): string {
  const { body, status } = answer;
  if (status >= 500) return `status ${status}`;
  // An error repeats the requested address, and a page its own.
  const repeated = typeof body === 'string' ? body : JSON.stringify({ ...body, error_uri: '' });
  // A client shortens `a/../b` itself, so each step is an address of its own.
  const own = [aim.id, ...(typeof body === 'string' ? aim.id.split('/') : [])].filter((step) => step.length > 2);
  const text = own.reduce((left, step) => left.replaceAll(step, '').replaceAll(encodeURIComponent(step), ''), repeated);
  const marks = [MARK, LOCKED, ...world.hidden, ...(aim.isInside ? [] : world.inside)];
  const leaked = marks.filter((mark) => !aim.allowed.includes(mark) && mark !== aim.id && text.includes(mark));
  if (leaked.length > 0) return `it shows ${leaked.join(', ')}`;
  if (typeof body === 'string') return '';
  const given = ['file_info', 'archive', 'entry', 'plan', 'zip', 'follow', 'added'].filter(
    (name) => (body[name] ?? null) !== null,
  );
  if (given.length > 0) return `it gives ${given.join(', ')}`;
  if ((body.files ?? []).length > 0 || (body.file_infos ?? []).length > 0) return 'it lists files';
  if ((body.restore_task_id ?? '') !== '') return 'it saves';
  const opens = body.share_status === 'OK' || (body.pass_code_token ?? '') !== '' || (body.title ?? '') !== '';
  if (!aim.isInside && opens) return 'it opens';
  return '';
}

type Endpoints = Readonly<Record<string, (aim: Aim) => Promise<Answer>>>;

/** Endpoints by name that read an id, and those that a token alone opens: the requests about an aim. */
function endpointsOf(
  wire: WireClient,
  origin: string,
  world: ProbeWorld,
): { readonly ofIds: Endpoints; readonly ofTokens: Endpoints } {
  const { visitor, inside, open, shown } = world;
  const own = ({ link, token }: Aim) => ({ share_id: link.id, pass_code_token: token });
  const ids = ({ id }: Aim) => (id === '' ? [] : [id]);
  /** A file that the right token shows. */
  const good = ({ link }: Aim) => (link === open ? shown[1] : inside[2]);
  const asVisitor = { token: visitor.token };
  const share = '/drive/v1/share';
  const get = (path: string, query: Record<string, string>) => wire.call('GET', `${share}${path}`, { query });
  const post = (path: string, body: object, call: WireCall = {}) =>
    wire.call('POST', `${share}${path}`, { ...call, body });
  const save = (path: string, aim: Aim, more: object) => post(path, { ...own(aim), ...more }, asVisitor);
  const into = (aim: Aim) => ({ file_ids: [good(aim)], specify_parent_id: true, parent_id: aim.id });
  async function page({ link, token, id }: Aim, suffix: string, headers: Record<string, string> = {}): Promise<Answer> {
    const cookie = `${passTokenCookieName(link.id)}=${encodeURIComponent(JSON.stringify(token))}`;
    const path = id === '' ? '' : `/${id.split('/').map(encodeURIComponent).join('/')}`;
    const answer = await fetch(`${origin}/s/${link.id}${path}${suffix}`, {
      headers: { cookie, ...headers },
      redirect: 'manual',
    });
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  }
  return {
    ofIds: {
      detail: (aim) => get('/detail', { ...own(aim), parent_id: aim.id }),
      file_info: (aim) => get('/file_info', { ...own(aim), file_id: aim.id, thumbnail_size: 'SIZE_LARGE' }),
      batch: (aim) => post(':batch_file_info', { ...own(aim), file_ids: ids(aim) }),
      zip: (aim) => post('/zip', { ...own(aim), file_ids: ids(aim) }),
      archive: (aim) => post('/archive_list', { ...own(aim), file_id: aim.id }),
      entry: (aim) => post('/archive_entry', { ...own(aim), file_id: aim.id, index: 1 }),
      restore: (aim) => save('/restore', aim, { file_ids: ids(aim) }),
      restore_beside: (aim) => save('/restore', aim, { file_ids: [good(aim), ...ids(aim)] }),
      restore_lying: (aim) => save('/restore', aim, { file_ids: ids(aim), ancestor_ids: inside.slice(0, 2) }),
      // A star asks for every file there, and every file of a link is its own.
      restore_traced: (aim) =>
        save('/restore', aim, { file_ids: [], params: { trace_file_ids: aim.id === '*' ? '**' : aim.id } }),
      restore_into: (aim) => save('/restore', aim, into(aim)),
      plan: (aim) => save('/restore_plan', aim, { file_ids: ids(aim) }),
      plan_into: (aim) => save('/restore_plan', aim, into(aim)),
      page: (aim) => page(aim, ''),
      searched: (aim) => page(aim, '?q=e', { accept: 'text/html' }),
      preview: (aim) => page({ ...aim, id: '' }, `?preview=${encodeURIComponent(aim.id)}`),
      download: (aim) => page({ ...aim, id: '' }, `?download=${encodeURIComponent(aim.id)}`),
      list_txt: (aim) => page(aim, '.txt'),
      list_json: (aim) => page(aim, '.json'),
      playlist: (aim) => page(aim, '.m3u8'),
      feed: (aim) => page(aim, '.atom'),
      drive_file: (aim) => wire.call('GET', `/drive/v1/files/${encodeURIComponent(aim.id || 'x')}`, asVisitor),
      drive_list: (aim) =>
        wire.call('GET', '/drive/v1/files', { ...asVisitor, query: { parent_id: aim.id.replace('*', 'x') || 'x' } }),
      report: (aim) => wire.call('GET', `/s/${encodeURIComponent(aim.link.id)}/report`, { query: { file: aim.id } }),
    },
    ofTokens: {
      open: (aim) => get('', own(aim)),
      open_with_passcode: (aim) => get('', { ...own(aim), pass_code: 'wrong1' }),
      follow: (aim) => post('/follow', own(aim), asVisitor),
      follow_look: (aim) => post('/follow_look', own(aim), asVisitor),
      follow_fetch: (aim) => save('/follow_fetch', aim, { parent_id: aim.id, specify_parent_id: true }),
    },
  };
}

/** A content link with other claims. @param otherUrl  whose claims it borrows */
function alterations(url: string, otherUrl: string): string[] {
  const claimsOf = (one: string): string => /\/[fa]\/([^/]+)\//.exec(one)?.[1] ?? '';
  const [claims, others] = [claimsOf(url), claimsOf(otherUrl)];
  const [mine, theirs] = [claims.split('.'), others.split('.')];
  const borrowed = mine.map((one, at) => mine.with(at, theirs[at] ?? `${one}0`).join('.'));
  const letter = [5, Math.floor(claims.length / 2), claims.length - 2].map((at) => changedAt(at, claims));
  const cut = [claims.slice(0, -5), claims.slice(0, -22), `${claims}.x`, `.${claims}`];
  const made = [...borrowed, ...letter, ...cut, mixed(claims, others), mixed(others, claims)];
  return [...new Set(made)].filter((one) => one !== claims).map((one) => url.replace(claims, one));
}

/** A content link that is not to be served: no byte comes. */
function contentProbe(wire: WireClient, url: string): Probe {
  return {
    what: `a content link that is ended or altered ${url}`,
    async run() {
      const { status, bytes } = await wire.download(url);
      return status === 403 && bytes.length === 0 ? '' : `status ${status}, ${bytes.length} bytes`;
    },
  };
}

function randomContentProbe(random: Random, wire: WireClient, { deadLinks, liveLinks }: ProbeWorld): Probe {
  const [live, dead] = [pick(random, liveLinks), pick(random, deadLinks)];
  if (random() < 0.3) return contentProbe(wire, dead);
  const [, claims = ''] = /\/[fa]\/([^/]+)\//.exec(live) ?? [];
  const altered = live.replace(claims, changed(random, claims));
  return contentProbe(wire, altered === live ? dead : pick(random, [altered, ...alterations(live, dead)]));
}

/** A direct link that ended, or an address that was altered. */
function directProbe(random: Random, wire: WireClient, { deadDirect, liveDirect }: ProbeWorld): Probe {
  const id = /\/d\/([^/]+)/.exec(liveDirect)?.[1] ?? '';
  const altered = liveDirect.replace(id, changed(random, id));
  const url = random() < 0.5 ? pick(random, deadDirect) : altered;
  return {
    what: `a direct link that opens nothing ${url}`,
    async run() {
      if (url === liveDirect) return '';
      const { status, bytes } = await wire.download(url);
      const text = new TextDecoder().decode(bytes);
      return status === 404 && !text.includes(MARK) && !text.includes('bytes of')
        ? ''
        : `status ${status}: ${text.slice(0, 80)}`;
    },
  };
}

/** The page of a link that collects, receipts that were made up, and parts of files that do not exist. */
function collectProbe(random: Random, origin: string, world: ProbeWorld): Probe {
  const page = new URL(world.collecting).pathname;
  const secret = letters(random, 26);
  const id = page.slice('/c/'.length);
  const visits = `/drive/v1/collect/visits/${id}/files`;
  const [path, method] = pick(random, [
    () => [page, 'GET'] as const,
    () => [`/c/${changed(random, id)}`, 'GET'] as const,
    () => [`${page}/${secret}`, 'GET'] as const,
    () => [`${page}/${pick(random, world.hidden)}`, 'GET'] as const,
    () => [`${visits}/${letters(random, 12)}/complete`, 'POST'] as const,
    () => [`${visits}/${pick(random, world.hidden)}`, 'GET'] as const,
    () => [`${visits}/${pick(random, world.hidden)}/parts/1`, 'PUT'] as const,
  ])();
  return {
    what: `${method} ${path}`,
    async run() {
      const headers = {
        origin,
        'sec-fetch-site': 'same-origin',
        accept: 'application/json',
        [COLLECT_SECRET_HEADER]: secret,
      };
      const answer = await fetch(`${origin}${path}`, {
        method,
        headers,
        redirect: 'manual',
        ...(method === 'GET' ? {} : { body: 'x' }),
      });
      const text = await answer.text();
      if (answer.status >= 500) return `status ${answer.status}`;
      if (method !== 'GET' && answer.ok) return `it takes a part, status ${answer.status}`;
      const shown = [MARK, ...world.hidden.filter((hidden) => !path.includes(hidden))].filter((mark) =>
        text.includes(mark),
      );
      return shown.length > 0 ? `it shows ${shown.join(', ')}` : '';
    },
  };
}

/** Addresses of images that were made up: all locked links have one card, and none is drawn for an address that is not theirs. */
function cardProbe(random: Random, origin: string, { locked, otherLocked, ended, open }: ProbeWorld): Probe {
  const locale = pick(random, LOCALES);
  const link = pick(random, [locked, ended, { id: changed(random, open.id), token: '' }]);
  const mark = letters(random, 22);
  const real = async (id: string): Promise<string> => {
    const answer = await fetch(`${origin}/card/${id}/${locale}/${mark}`, { redirect: 'manual' });
    const address = answer.headers.get('location') ?? '';
    return answer.status === 302 ? (address.split('/').at(-1) ?? '') : `status ${answer.status}`;
  };
  return {
    what: `card of ${link.id} in ${locale}`,
    async run() {
      const found = await real(link.id);
      if (found === mark || found.startsWith('status')) return `it answers ${found}`;
      return link !== locked || found === (await real(otherLocked.id)) ? '' : 'cards of locked links differ';
    },
  };
}

function aimProbe(name: string, ask: Endpoints[string], aim: Aim, world: ProbeWorld): Probe {
  return {
    what: `${name} ${aim.link.id} ${aim.isInside ? 'right token' : `token ${aim.token}`} ${aim.id}`,
    run: async () => leakOf(aim, await ask(aim), world),
  };
}

/** Every aim at every endpoint, and every alteration of the content links. */
export function allProbes(wire: WireClient, origin: string, world: ProbeWorld): Probe[] {
  const { deadLinks, liveLinks } = world;
  const { ofIds, ofTokens } = endpointsOf(wire, origin, world);
  const urls = [...deadLinks, ...liveLinks.flatMap((url) => alterations(url, deadLinks[0] ?? ''))];
  const entryUrls = liveLinks.flatMap((url) => (url.includes('/a/') ? alterations(url, deadLinks.at(-1) ?? '') : []));
  return [
    ...aimsOf(world).flatMap((aim) =>
      Object.entries(aim.isInside ? ofIds : { ...ofIds, ...ofTokens }).map(([name, ask]) =>
        aimProbe(name, ask, aim, world),
      ),
    ),
    ...[...urls, ...entryUrls].map((url) => contentProbe(wire, url)),
  ];
}

/** Probes by chance, one a call. The same seed makes the same probes. */
export function makeProbes(wire: WireClient, origin: string, world: ProbeWorld, seed: number): () => Probe {
  const random = makeRandom(seed);
  const { ofIds, ofTokens } = endpointsOf(wire, origin, world);
  const aims = aimsOf(world);
  return () => {
    const kind = random();
    if (kind < 0.08) return randomContentProbe(random, wire, world);
    if (kind < 0.13) return directProbe(random, wire, world);
    if (kind < 0.18) return collectProbe(random, origin, world);
    if (kind < 0.23) return cardProbe(random, origin, world);
    const aim = randomAim(random, world, aims);
    const [name, ask] = pick(random, Object.entries(aim.isInside ? ofIds : { ...ofIds, ...ofTokens }));
    return aimProbe(name, ask, aim, world);
  };
}
