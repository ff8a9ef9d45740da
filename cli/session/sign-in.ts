/** Commands of the sign-in: by the page of devices (RFC 8628), and its end. */
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '#client/api/errors.ts';
import { authContract } from '#shared/auth/contract.ts';
import type { Command } from '../command/command.ts';
import { CommandError, EXIT, usageError } from '../command/exit.ts';
import { textOption } from '../command/read.ts';
import { row } from '../terminal/output.ts';
import { CLIENT_ID, sessionOf } from './bearer.ts';
import type { Drive } from './drive.ts';
import type { StoredSession } from './sessions.ts';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const SCOPE = 'user pan offline';
/** Added to the pause when the server asks for it. */
const SLOWER_SECONDS = 5;

interface DeviceCode {
  readonly device_code: string;
  readonly expires_in: number;
  readonly interval: number;
}

/** @throws CommandError when the person refuses, or the code ends */
async function untilAllowed({ api }: Drive, code: DeviceCode, signal: AbortSignal): Promise<StoredSession> {
  let seconds = code.interval;
  const body = { client_id: CLIENT_ID, grant_type: DEVICE_GRANT, device_code: code.device_code };
  for (let waited = 0; waited < code.expires_in; waited += seconds) {
    await delay(seconds * 1000, undefined, { signal });
    try {
      return sessionOf(await api.call(authContract.token, { body, signal }), Date.now());
    } catch (error) {
      const name = error instanceof ApiError ? error.errorName : '';
      if (name === 'slow_down') seconds += SLOWER_SECONDS;
      else if (name === 'access_denied')
        throw new CommandError({
          exit: EXIT.signIn,
          name: 'access_denied',
          message: 'the code was refused in the browser',
          remedy: 'Run `magpie login` again if that was a mistake.',
        });
      // A network that comes and goes is no refusal.
      else if (name !== 'authorization_pending' && name !== 'unreachable') throw error;
    }
  }
  throw new CommandError({
    exit: EXIT.signIn,
    name: 'expired_token',
    message: 'the code has ended',
    remedy: 'Run `magpie login` again.',
  });
}

export const loginCommand: Command = {
  name: 'login',
  about: 'sign in by a code that you allow in a browser',
  args: '[server]',
  least: 0,
  most: 1,
  options: {},
  more: ['The server is the one that this program was installed from, unless you name another one.'],
  completes: 'nothing',
  async run({ args, options, out, drive, sessions, server, signal }) {
    if (args[0] !== undefined && textOption(options, 'server') !== '')
      throw usageError('the server is named twice', 'login');
    const code = await drive.api.call(authContract.deviceCode, {
      body: { client_id: CLIENT_ID, scope: SCOPE },
      signal,
    });
    out.remark(`Open ${code.verification_uri} and allow the code ${code.user_code}`);
    out.remark(`or open ${code.verification_uri_complete}`);
    const session = await untilAllowed(drive, code, signal);
    await sessions.put(server, session);
    const { name, sub } = await drive.api.call(authContract.me, { signal });
    out.result({ server, id: sub, name }, [row(`Signed in to ${server} as ${name}`)]);
  },
};

export const logoutCommand: Command = {
  name: 'logout',
  about: 'end the sign-in of this computer',
  args: '',
  least: 0,
  most: 0,
  options: {},
  more: [],
  completes: 'nothing',
  async run({ out, drive, sessions, server, signal }) {
    const session = await sessions.find(server);
    if (session) {
      const body = { client_id: CLIENT_ID, token: session.refreshToken || session.accessToken };
      await drive.api.call(authContract.revoke, { body, signal });
      await sessions.put(server, null);
    }
    out.result({ server, was_signed_in: session !== null }, [
      row(session ? `Signed out of ${server}` : `There was no sign-in to ${server}`),
    ]);
  },
};

export const whoamiCommand: Command = {
  name: 'whoami',
  about: 'show who is signed in, and where',
  args: '',
  least: 0,
  most: 0,
  options: {},
  more: [],
  completes: 'nothing',
  async run({ out, drive, server, signal }) {
    const { sub, name, email, phone_number: phone, username } = await drive.api.call(authContract.me, { signal });
    const address = [email, phone, username].find((text) => text !== '') ?? '';
    out.result({ server, id: sub, name, email, phone, username }, [row(name, address, server)]);
  },
};
