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
  const gone: string[] = [];
  const ports = {
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      calls.push(`${init?.method} ${String(input)}`);
      if (answer instanceof Error) throw answer;
      return answer;
    },
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
        gone.push(name);
        return null as unknown as IDBOpenDBRequest;
      },
    }),
    place: { href: 'https://magpie.example/drive/all?from_source=browser_extension&view=list' },
    past: {
      state: null,
      replaceState: (_state: unknown, _title: string, url?: string | URL | null) => void addresses.push(String(url)),
    },
    clientId: 'web',
  };
  return { ports, texts, cookies, addresses, calls, gone };
}

/** As a browser shows an answer that leads elsewhere and is not followed. */
function ledAway(): Response {
  const answer = new Response(null, { status: 200 });
  Object.defineProperties(answer, { type: { value: 'opaqueredirect' }, ok: { value: false }, status: { value: 0 } });
  return answer;
}

describe('signing out', () => {
  test('ends the session, forgets the person and takes the mark of the extension out of the address', async () => {
    const { ports, texts, cookies, addresses, calls, gone } = world(ledAway());
    expect(await signOut(ports)).toBe(true);
    expect(calls).toEqual(['POST /auth/sign-out']);
    expect([...texts.keys()]).toEqual(['pp_locale']);
    expect(cookies[0]).toMatch(/^pp_user_id=.*Max-Age=0/);
    expect(gone).toEqual(['magpie-uploads', 'magpie-downloads']);
    expect(addresses).toEqual(['/drive/all?view=list']);
  });

  test.each([new Response(null, { status: 503 }), new TypeError('network')])(
    'that the server did not do changes nothing here',
    async (answer) => {
      vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      const { ports, texts, cookies, addresses, gone } = world(answer);
      expect(await signOut(ports)).toBe(false);
      expect(texts.size).toBe(3);
      expect([...cookies, ...addresses, ...gone]).toEqual([]);
    },
  );
});
