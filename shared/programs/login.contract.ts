/** How a sync client signs in by the browser (login flow, second form). The page itself is one of the app. */
import { type ProgramRow, programRow } from './row.ts';

const anyone = { callers: 'anyone', refusals: [405] } as const;

export const loginContract = {
  start: programRow('POST', '/index.php/login/v2', true, {
    ...anyone,
    success: [200],
    summary: 'Begins a sign-in: the page to open, and a token to ask with',
  }),
  poll: programRow('POST', '/index.php/login/v2/poll', true, {
    ...anyone,
    body: 'form',
    success: [200],
    refusals: [404, 405],
    summary: 'The app password, once, when the person has allowed it; 404 until then',
  }),
} as const satisfies Readonly<Record<string, ProgramRow>>;
