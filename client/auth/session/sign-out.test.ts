import { afterEach, expect, test, vi } from 'vitest';
import { signOut } from './sign-out.ts';

afterEach(() => void vi.restoreAllMocks());

function entries(start: Record<string, string>) {
  const texts = new Map(Object.entries(start));
  return {
    texts,
    get length() {
      return texts.size;
    },
    key: (at: number) => [...texts.keys()][at] ?? null,
    removeItem: (name: string) => void texts.delete(name),
    clear: () => texts.clear(),
  };
}

/** Everything that this product stores, and an entry that no rule names. */
const PERSONAL = {
  credentials_web: 'x',
  captcha_web: '{"meta":{"username":"alice@example.com"}}',
  pp_user_id: 'alice',
  pp_navigation_folders: '[{"id":"A","name":"Tax"}]',
  pp_preview_file_id: 'F1',
  pp_play_positions_alice: '{"F1":1}',
  pp_display_folders_alice: '[["F1","","list"]]',
  pp_saved_file_ids: 'x',
  pp_unknown: 'x',
};
const OF_THE_BROWSER = {
  deviceid: 'magpie.0123456789abcdef0123456789abcdef',
  allow_analysis: '0',
  pp_display_mode: '{"viewType":"list"}',
  pp_display_mode_alice: '{"viewType":"list"}',
  pp_shared_display_mode: '{"viewType":"list"}',
  pp_details_panel: '1',
  pp_new_user: '0',
};

function world(answer: Response | Error) {
  const local = entries({ ...PERSONAL, ...OF_THE_BROWSER });
  const session = entries({ pp_feedback_draft: 'alice\nMy drive', pp_text_draft_alice_F1: '{}', pp_scroll: '[]' });
  const cookies: string[] = [];
  const addresses: string[] = [];
  const calls: string[] = [];
  const deleted: string[] = [];
  const ports = {
    locale: 'ja',
    fetch: (async (input, init) => {
      calls.push(`${init?.method} ${String(input)} ${new Headers(init?.headers).get('accept-language')}`);
      if (answer instanceof Error) throw answer;
      return answer;
    }) as typeof fetch,
    stores: {
      page: {
        get cookie() {
          return 'pp_display_mode_alice=x; pp_display_folders_alice=x; pp_theme=dark';
        },
        set cookie(text: string) {
          cookies.push(text);
        },
      },
      local: () => local,
      session: () => session,
      databases: () => ({
        deleteDatabase: (name: string) => {
          deleted.push(name);
          return null as unknown as IDBOpenDBRequest;
        },
      }),
      caches: () => ({ delete: async (name: string) => deleted.push(name) > 0 }),
    },
    place: { href: 'https://magpie.example/drive/all?from_source=browser_extension&view=list' },
    past: {
      state: null,
      replaceState: (_state: unknown, _title: string, url?: string | URL | null) => void addresses.push(String(url)),
    },
  };
  return { ports, local, session, cookies, addresses, calls, deleted };
}

/** A redirect that is not followed, as a browser returns it. */
function opaqueRedirect(): Response {
  const answer = new Response(null, { status: 200 });
  Object.defineProperties(answer, { type: { value: 'opaqueredirect' }, ok: { value: false }, status: { value: 0 } });
  return answer;
}

test('signing out ends the session, forgets the user and removes the extension mark from the address', async () => {
  const { ports, local, session, cookies, addresses, calls, deleted } = world(opaqueRedirect());
  expect(await signOut(ports)).toBe(true);
  expect(calls).toEqual(['POST /auth/sign-out ja']);
  expect([...local.texts.keys()]).toEqual(Object.keys(OF_THE_BROWSER));
  expect([...session.texts]).toEqual([]);
  expect(cookies.map((text) => text.replace(/=.*Max-Age=0.*/, ' ended'))).toEqual([
    'pp_user_id ended',
    'pp_display_folders_alice ended',
  ]);
  expect(deleted).toEqual(['magpie-uploads', 'magpie-downloads', 'magpie-lists', 'magpie-received']);
  expect(addresses).toEqual(['/drive/all?view=list']);
});

test.each([new Response(null, { status: 503 }), new TypeError('network')])(
  'a failed sign-out changes nothing in the browser',
  async (answer) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { ports, local, session, cookies, addresses, deleted } = world(answer);
    expect(await signOut(ports)).toBe(false);
    expect([local.texts.size, session.texts.size]).toEqual([16, 3]);
    expect([...cookies, ...addresses, ...deleted]).toEqual([]);
  },
);

test('storage that is forbidden does not stop signing out', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { ports, addresses } = world(opaqueRedirect());
  const forbidden = (): never => {
    throw new DOMException('denied', 'SecurityError');
  };
  const stores = { ...ports.stores, local: forbidden, session: forbidden, databases: forbidden, caches: forbidden };
  expect(await signOut({ ...ports, stores })).toBe(true);
  expect(addresses).toHaveLength(1);
});
