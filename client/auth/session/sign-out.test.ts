import { afterEach, describe, expect, test, vi } from 'vitest';
import { signOut } from './sign-out.ts';

afterEach(() => void vi.restoreAllMocks());

function world(answer: Response | Error) {
  const texts = new Map([
    ['credentials_web', 'x'],
    ['pp_user_id', 'alice'],
    ['pp_locale', 'ja'],
  ]);
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
    page: {
      get cookie() {
        return '';
      },
      set cookie(text: string) {
        cookies.push(text);
      },
    },
    storage: () => ({ removeItem: (name: string) => void texts.delete(name) }),
    databases: () => ({
      deleteDatabase: (name: string) => {
        deleted.push(name);
        return null as unknown as IDBOpenDBRequest;
      },
    }),
    caches: () => ({ delete: async (name: string) => deleted.push(name) > 0 }),
    place: { href: 'https://magpie.example/drive/all?from_source=browser_extension&view=list' },
    past: {
      state: null,
      replaceState: (_state: unknown, _title: string, url?: string | URL | null) => void addresses.push(String(url)),
    },
    clientId: 'web',
  };
  return { ports, texts, cookies, addresses, calls, deleted };
}

/** A redirect that is not followed, as a browser returns it. */
function opaqueRedirect(): Response {
  const answer = new Response(null, { status: 200 });
  Object.defineProperties(answer, { type: { value: 'opaqueredirect' }, ok: { value: false }, status: { value: 0 } });
  return answer;
}

describe('signing out', () => {
  test('signing out ends the session, forgets the user and removes the extension mark from the address', async () => {
    const { ports, texts, cookies, addresses, calls, deleted } = world(opaqueRedirect());
    expect(await signOut(ports)).toBe(true);
    expect(calls).toEqual(['POST /auth/sign-out ja']);
    expect([...texts.keys()]).toEqual(['pp_locale']);
    expect(cookies[0]).toMatch(/^pp_user_id=.*Max-Age=0/);
    expect(deleted).toEqual(['magpie-uploads', 'magpie-downloads', 'magpie-lists']);
    expect(addresses).toEqual(['/drive/all?view=list']);
  });

  test.each([new Response(null, { status: 503 }), new TypeError('network')])(
    'a failed sign-out changes nothing in the browser',
    async (answer) => {
      vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      const { ports, texts, cookies, addresses, deleted } = world(answer);
      expect(await signOut(ports)).toBe(false);
      expect(texts.size).toBe(3);
      expect([...cookies, ...addresses, ...deleted]).toEqual([]);
    },
  );
});
