/**
 * Generated probes at the edge of links: a link, a token and an id that do not belong together, at every endpoint that takes them. The
 * same seed makes the same probes. An answer leaks when it has a name, an id or bytes that its sender may not see, or a success.
 */
import { passTokenCookieName } from '#shared/cookies.ts';
import { LOCALES } from '#shared/locale/tags.ts';
import type { Answer, WireCall, WireClient } from '#test/flow/wire-client.ts';
import { makeRandom } from '#worker/platform/faults/faults.ts';
import { LOCKED, MARK, type ProbedLink, type ProbeWorld } from './world.ts';

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

/** Another letter at a random place. */
function changed(random: Random, text: string): string {
  const at = Math.floor(random() * text.length);
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
}

function mixed(one: string, another: string): string {
  return [...one.split('.').slice(0, -1), another.split('.').at(-1)].join('.');
}

const letters = (random: Random, count: number) =>
  Array.from({ length: count }, () => 'abcdefghijkABCDEFGHIJK0123456789-_'[Math.floor(random() * 34)]).join('');

/** A right token and a hidden id, or a wrong token and any id. */
function aimOf(random: Random, world: ProbeWorld): Aim {
  const { locked, open, ended, hidden, inside, shown } = world;
  const kind = random();
  if (kind < 0.35) {
    const [link, own] = random() < 0.7 ? [locked, inside] : [open, shown];
    const lie = random();
    const id =
      lie < 0.7
        ? pick(random, hidden)
        : lie < 0.8
          ? `${pick(random, own)}/../${pick(random, hidden)}`
          : lie < 0.9
            ? changed(random, pick(random, own))
            : pick(random, ['~trash', '~gone', '~made', '..', world.ownerId, `V${letters(random, 25)}`]);
    return { link, token: link.token, id, isInside: true, allowed: link === locked ? [LOCKED] : [] };
  }
  const link = kind < 0.8 ? locked : ended;
  const wrong = pick(random, [
    () => '',
    () => open.token,
    () => ended.token,
    () => changed(random, locked.token),
    () => locked.token.slice(0, -1 - Math.floor(random() * 20)),
    () => mixed(locked.token, open.token),
    () => mixed(open.token, locked.token),
    () => world.ownerToken,
    () => letters(random, 60),
  ])();
  // Of an ended link no token is right.
  const token = link === ended && random() < 0.3 ? locked.token : wrong;
  const id = pick(random, [...inside, ...hidden]);
  return { link, token, id, isInside: false, allowed: [] };
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
  const given = ['file_info', 'archive', 'entry', 'plan', 'zip', ...(aim.isInside ? [] : ['follow', 'added'])].filter(
    (name) => (body[name] ?? null) !== null,
  );
  if (given.length > 0) return `it gives ${given.join(', ')}`;
  if ((body.files ?? []).length > 0 || (body.file_infos ?? []).length > 0) return 'it lists files';
  if ((body.restore_task_id ?? '') !== '') return 'it saves';
  if (!aim.isInside && (body.share_status === 'OK' || (body.pass_code_token ?? '') !== '')) return 'it opens';
  return '';
}

/** Endpoints by name: what is asked of an aim. */
function endpointsOf(wire: WireClient, origin: string, world: ProbeWorld) {
  const { visitor } = world;
  const own = ({ link, token }: Aim) => ({ share_id: link.id, pass_code_token: token });
  const get = (path: string, query: Record<string, string>) => wire.call('GET', path, { query });
  const post = (path: string, body: object, call: WireCall = {}) => wire.call('POST', path, { ...call, body });
  const asVisitor = { token: visitor.token };
  async function page({ link, token, id }: Aim, suffix: string): Promise<Answer> {
    const cookie = `${passTokenCookieName(link.id)}=${encodeURIComponent(JSON.stringify(token))}`;
    const path = id === '' ? '' : `/${id.split('/').map(encodeURIComponent).join('/')}`;
    const answer = await fetch(`${origin}/s/${link.id}${path}${suffix}`, { headers: { cookie }, redirect: 'manual' });
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  }
  const share = '/drive/v1/share';
  return {
    detail: (aim: Aim) => get(`${share}/detail`, { ...own(aim), parent_id: aim.id }),
    file_info: (aim: Aim) => get(`${share}/file_info`, { ...own(aim), file_id: aim.id, thumbnail_size: 'SIZE_LARGE' }),
    batch: (aim: Aim) => post(`${share}:batch_file_info`, { ...own(aim), file_ids: [aim.id] }),
    zip: (aim: Aim) => post(`${share}/zip`, { ...own(aim), file_ids: [aim.id] }),
    archive: (aim: Aim) => post(`${share}/archive_list`, { ...own(aim), file_id: aim.id }),
    entry: (aim: Aim) => post(`${share}/archive_entry`, { ...own(aim), file_id: aim.id, index: 1 }),
    restore: (aim: Aim) => post(`${share}/restore`, { ...own(aim), file_ids: [aim.id] }, asVisitor),
    restore_traced: (aim: Aim) =>
      post(`${share}/restore`, { ...own(aim), file_ids: [], params: { trace_file_ids: aim.id } }, asVisitor),
    restore_lying: (aim: Aim) =>
      post(`${share}/restore`, { ...own(aim), file_ids: [aim.id], ancestor_ids: world.inside.slice(0, 2) }, asVisitor),
    plan: (aim: Aim) => post(`${share}/restore_plan`, { ...own(aim), file_ids: [aim.id] }, asVisitor),
    page: (aim: Aim) => page(aim, ''),
    preview: (aim: Aim) => page({ ...aim, id: '' }, `?preview=${encodeURIComponent(aim.id)}`),
    download: (aim: Aim) => page({ ...aim, id: '' }, `?download=${encodeURIComponent(aim.id)}`),
    list_txt: (aim: Aim) => page(aim, '.txt'),
    list_json: (aim: Aim) => page(aim, '.json'),
    playlist: (aim: Aim) => page(aim, '.m3u8'),
    feed: (aim: Aim) => page(aim, '.atom'),
    drive_file: (aim: Aim) => wire.call('GET', `/drive/v1/files/${encodeURIComponent(aim.id)}`, asVisitor),
    drive_list: (aim: Aim) => wire.call('GET', '/drive/v1/files', { ...asVisitor, query: { parent_id: aim.id } }),
    follow: (aim: Aim) => post(`${share}/follow`, own(aim), asVisitor),
    follow_look: (aim: Aim) => post(`${share}/follow_look`, own(aim), asVisitor),
    follow_fetch: (aim: Aim) =>
      post(
        `${share}/follow_fetch`,
        { ...own(aim), ...(aim.isInside ? {} : { parent_id: aim.id, specify_parent_id: true }) },
        asVisitor,
      ),
    report: (aim: Aim) => get(`/s/${aim.link.id}/report`, { file: aim.id }),
  };
}

/** An altered or ended content link: no byte comes. */
function linkProbe(random: Random, wire: WireClient, { deadLinks, liveLinks }: ProbeWorld): Probe {
  const isDead = random() < 0.3;
  const live = pick(random, liveLinks);
  const [, claims = ''] = /\/f\/([^/]+)\//.exec(live) ?? [];
  const [, others = ''] = /\/f\/([^/]+)\//.exec(pick(random, deadLinks)) ?? [];
  const parts = others.split('.');
  const at = Math.floor(random() * parts.length);
  const altered =
    random() < 0.5
      ? changed(random, claims)
      : claims
          .split('.')
          .with(at, parts[at] ?? '')
          .join('.');
  const url = isDead ? pick(random, deadLinks) : live.replace(claims, altered);
  return {
    what: isDead ? 'an ended content link' : `an altered content link ${url}`,
    async run() {
      if (url === live) return '';
      const { status, bytes } = await wire.download(url);
      return status === 200 || status === 206 || bytes.length > 0 ? `status ${status}, ${bytes.length} bytes` : '';
    },
  };
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
  const [path, method] = pick(random, [
    () => [page, 'GET'] as const,
    () => [`/c/${changed(random, id)}`, 'GET'] as const,
    () => [`${page}/${secret}`, 'GET'] as const,
    () => [`${page}/${pick(random, world.hidden)}`, 'GET'] as const,
    () => [`${page}/${secret}/${letters(random, 12)}`, 'POST'] as const,
    () => [`${page}/${secret}/${pick(random, world.hidden)}?part=1`, 'POST'] as const,
  ])();
  return {
    what: `${method} ${path}`,
    async run() {
      const headers = { origin, 'sec-fetch-site': 'same-origin', accept: 'application/json' };
      const answer = await fetch(`${origin}${path}`, {
        method,
        headers,
        redirect: 'manual',
        ...(method === 'POST' ? { body: 'x' } : {}),
      });
      const text = await answer.text();
      if (answer.status >= 500) return `status ${answer.status}`;
      if (method === 'POST' && answer.ok) return `it takes a part, status ${answer.status}`;
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

export function makeProbes(wire: WireClient, origin: string, world: ProbeWorld, seed: number): () => Probe {
  const random = makeRandom(seed);
  const endpoints = Object.entries(endpointsOf(wire, origin, world));
  return () => {
    const kind = random();
    if (kind < 0.08) return linkProbe(random, wire, world);
    if (kind < 0.13) return directProbe(random, wire, world);
    if (kind < 0.18) return collectProbe(random, origin, world);
    if (kind < 0.23) return cardProbe(random, origin, world);
    const [name, ask] = pick(random, endpoints);
    const aim = aimOf(random, world);
    return {
      what: `${name} ${aim.link.id} ${aim.isInside ? 'right token' : `token ${aim.token}`} ${aim.id}`,
      run: async () => leakOf(aim, await ask(aim), world),
    };
  };
}
