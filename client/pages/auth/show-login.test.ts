import { expect, test } from 'vitest';
import { showLogin } from './show-login.ts';

interface Setup {
  readonly address?: string;
  /** Element of the page that makes the dialog unnecessary. */
  readonly holds?: string;
  readonly opened?: boolean | Error;
}

async function done({ address = '/s/abc?action=show_login', holds, opened = true }: Setup): Promise<string[]> {
  const seen: string[] = [];
  await showLogin({
    page: {
      querySelector: (selector: string) => (holds !== undefined && selector.includes(holds) ? {} : null),
    } as never,
    place: {
      href: `https://magpie.example${address}`,
      reload: () => seen.push('reload'),
      assign: (to) => seen.push(`go ${to}`),
    },
    past: { state: null, replaceState: (_state, _title, url) => seen.push(`at ${url}`) },
    open: async (purpose) => {
      seen.push(`dialog ${purpose}`);
      if (opened instanceof Error) throw opened;
      return opened;
    },
  });
  return seen;
}

test('the action leaves the address, the dialog opens, and signing in reloads the page', async () => {
  const address = '/s/abc?view=list&action=show_login&scene=invited#x';
  expect(await done({ address })).toEqual(['at /s/abc?view=list&scene=invited#x', 'dialog invited', 'reload']);
});

test('a closed dialog leaves the page as it is', async () => {
  expect(await done({ opened: false })).toEqual(['at /s/abc', 'dialog ']);
});

test.each(['data-auth', '/auth/sign-out'])('a page with %s opens no dialog', async (holds) => {
  expect(await done({ holds })).toEqual(['at /s/abc']);
});

test('login_to_drive opens the drive, after the dialog and without one', async () => {
  const address = '/en-US/faq?action=login_to_drive';
  expect(await done({ address })).toEqual(['at /en-US/faq', 'dialog ', 'go /drive/all']);
  expect(await done({ address, opened: new Error('no answer') })).toContain('go /auth?next=%2Fdrive%2Fall');
  expect(await done({ address, holds: '/auth/sign-out' })).toEqual(['at /en-US/faq', 'go /drive/all']);
  expect(await done({ address, holds: 'data-auth' })).toEqual(['at /en-US/faq']);
});

test('without a dialog the sign-in page returns to this page', async () => {
  const opened = new Error('no answer');
  expect(await done({ opened })).toEqual(['at /s/abc', 'dialog ', 'go /auth?next=%2Fs%2Fabc']);
  expect(await done({ opened, address: '/s/abc?scene=tv&action=login_required' })).toEqual([
    'at /s/abc?scene=tv',
    'dialog tv',
    'go /auth?next=%2Fs%2Fabc%3Fscene%3Dtv&scene=tv',
  ]);
});
