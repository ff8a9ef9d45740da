/** Sign-ins by server, in one file of the settings folder. Several processes use it at once. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { readPrivate, withFileLock, writePrivate } from './private-file.ts';

export interface StoredSession {
  readonly accessToken: string;
  /** Epoch ms. */
  readonly untilMs: number;
  readonly refreshToken: string;
  readonly userId: string;
}

interface Stored {
  /** 32 hex digits: this computer in the list of devices. */
  readonly deviceId: string;
  /** The server of the last sign-in; '' for none. */
  readonly server: string;
  readonly sessions: Readonly<Record<string, StoredSession>>;
}

export interface Sessions {
  readonly folder: string;
  deviceId(): Promise<string>;
  lastServer(): Promise<string>;
  find(server: string): Promise<StoredSession | null>;
  /** @param session  null: signed out. Makes a signed-in server the usual one */
  put(server: string, session: StoredSession | null): Promise<void>;
  /**
   * One process at a time, so that a refresh token is used once.
   * @param renew  given the session as it is under the lock
   */
  renew(
    server: string,
    renew: (now: StoredSession | null) => Promise<StoredSession | null>,
  ): Promise<StoredSession | null>;
}

const FILE = 'cli.json';

function readStored(text: string | null): Partial<Stored> {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    return typeof parsed === 'object' && parsed !== null ? (parsed as Partial<Stored>) : {};
  } catch {
    // Cut off or edited by hand: as if there were no sign-in.
    return {};
  }
}

export function makeSessions(folder: string): Sessions {
  const file = path.join(folder, FILE);
  const read = async (): Promise<Partial<Stored>> => readStored(await readPrivate(file));

  /** Under the lock. */
  async function write(change: Partial<Stored>): Promise<void> {
    const now = await read();
    const deviceId = now.deviceId ?? randomBytes(16).toString('hex');
    await writePrivate(file, JSON.stringify({ sessions: {}, server: '', ...now, deviceId, ...change }));
  }

  async function store(server: string, session: StoredSession | null): Promise<void> {
    const { sessions = {} } = await read();
    const { [server]: _old, ...others } = sessions;
    await write(session ? { server, sessions: { ...others, [server]: session } } : { sessions: others });
  }

  const find = async (server: string) => (await read()).sessions?.[server] ?? null;

  return {
    folder,
    find,
    lastServer: async () => (await read()).server ?? '',
    async deviceId() {
      const known = (await read()).deviceId;
      if (known) return known;
      await withFileLock(file, () => write({}));
      return (await read()).deviceId ?? '';
    },
    put: (server, session) => withFileLock(file, () => store(server, session)),
    renew: (server, renew) =>
      withFileLock(file, async () => {
        const now = await find(server);
        const next = await renew(now);
        if (next !== now) await store(server, next);
        return next;
      }),
  };
}
