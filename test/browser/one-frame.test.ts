/** One frame for all pages of the drive: a change of place moves nothing but the content. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { FIRST_STEPS_ID } from '#shared/auth/first-steps.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { openAs, visit } from './browser.ts';

const ALICE = newPerson('Alice');
const CARLA = newPerson('Carla', { premium: true });
const server = await sharedServer(ALICE, CARLA);

/** Places of the sidebar, and pages that have no link above their title: the title is at the same height too. */
const PLACES = [
  '/drive/all',
  '/drive/recent',
  '/drive/starred',
  '/drive/tasks',
  '/drive/shares',
  '/drive/common',
  '/drive/trash',
  '/drive/search',
  '/drive/storage',
  '/drive/following',
  '/drive/sent',
  '/drive/notifications',
  '/drive/account',
  '/drive/feedback',
  '/drive/payment',
  '/drive/payment/storage',
  '/drive/payment/traffic',
  '/drive/payment/orders',
  '/referral',
  '/en-US/check-in',
  '/en-US/favorite-links-hub',
  '/drive/no-such-place',
  '/drive/all/VNoSuchFolder0000000000000',
];
const BELOW_A_LINK = [
  '/drive/duplicates',
  '/drive/shares/direct',
  '/drive/account/security',
  '/drive/account/programs',
  '/drive/account/mail',
];

/** Where the page stands: its sidebar, the column of its content, and its title. */
function frameOf(page: Page) {
  return page.evaluate(() => {
    const box = (selector: string) => {
      const found = document.querySelector(selector)?.getBoundingClientRect();
      return found ? [found.left, found.width] : null;
    };
    const title = document.querySelector('h1');
    return {
      header: box('.drive-head'),
      side: box('.side-column'),
      column: box('.drive-page'),
      title: title?.getBoundingClientRect().left,
      titleTop: title?.getBoundingClientRect().top,
      size: title && getComputedStyle(title).fontSize,
    };
  });
}

test.each([
  { person: CARLA, width: 1440, left: 288, columnWidth: 1120, top: 85, size: '28px' },
  { person: ALICE, width: 390, left: 16, columnWidth: 358, top: 129, size: '23px' },
])(
  'every page has one left edge, width and title at $width px',
  async ({ person, width, left, columnWidth, top, size }) => {
    const { page } = await visit({ width });
    await openAs(page, person.email, `${server.origin}/drive/all`);
    // A new person has the first steps above the files.
    const steps = page.locator(`main form:has(input[value="${FIRST_STEPS_ID}"])`);
    await steps.getByRole('button').click();
    await steps.waitFor({ state: 'detached' });
    const { header, side } = await frameOf(page);
    const expected = { header, side, column: [left, columnWidth], title: left, titleTop: top, size };
    for (const path of PLACES) {
      await page.goto(`${server.origin}${path}`);
      expect({ path, ...(await frameOf(page)) }).toEqual({ path, ...expected });
    }
    for (const path of BELOW_A_LINK) {
      await page.goto(`${server.origin}${path}`);
      expect({ path, ...(await frameOf(page)) }).toEqual({ path, ...expected, titleTop: expect.any(Number) });
    }
    // Without a network there is no search; the rest is where it was.
    await page.goto(`${server.origin}/offline`);
    expect({ ...(await frameOf(page)), header: null, titleTop: 0 }).toEqual({ ...expected, header: null, titleTop: 0 });
  },
);
