/** JSON-RPC of aria2. Its answers are checked; whatever goes wrong becomes one of two errors, and no message holds the secret. */
import * as v from 'valibot';
import { MIB, SECOND_MS } from '#shared/units.ts';
import { DownloaderError } from '#worker/platform/downloader/port.ts';

const CALL_MS = 15 * SECOND_MS;
const MAX_ANSWER_BYTES = 4 * MIB;

/** aria2 refuses the call; the message is its own. */
export class Aria2Refusal extends Error {
  override readonly name = 'Aria2Refusal';
}

const digits = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));

const statusSchema = v.object({
  status: v.picklist(['active', 'waiting', 'paused', 'error', 'complete', 'removed']),
  totalLength: digits,
  completedLength: digits,
  downloadSpeed: digits,
  connections: digits,
  errorCode: v.optional(digits, '0'),
  verifiedLength: v.optional(digits),
});

export type Aria2Status = v.InferOutput<typeof statusSchema>;

const answerSchema = v.union([
  v.object({ error: v.object({ message: v.string() }) }),
  v.object({ result: v.unknown() }),
]);

export interface Aria2Rpc {
  /** @throws DownloaderError; Aria2Refusal */
  call(method: string, params: readonly unknown[]): Promise<unknown>;
  /** @returns null for a gid that it does not know. @throws DownloaderError */
  status(gid: string): Promise<Aria2Status | null>;
}

async function readLimited(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of answer.body ?? []) {
    length += piece.length;
    if (length > MAX_ANSWER_BYTES) throw new DownloaderError('the answer of aria2 is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** @param url  address of the RPC, read at each call: aria2 has another port after a restart */
export function makeAria2Rpc(url: () => string, secret: string): Aria2Rpc {
  async function post(body: string): Promise<string> {
    try {
      const signal = AbortSignal.timeout(CALL_MS);
      return await readLimited(await fetch(url(), { method: 'POST', body, signal, redirect: 'error' }));
    } catch (error) {
      // The cause of a failed fetch names the address alone.
      throw error instanceof DownloaderError ? error : new DownloaderError('aria2 does not answer', { cause: error });
    }
  }

  async function call(method: string, params: readonly unknown[]): Promise<unknown> {
    const text = await post(
      JSON.stringify({ jsonrpc: '2.0', id: '1', method: `aria2.${method}`, params: [`token:${secret}`, ...params] }),
    );
    let given: unknown;
    try {
      given = JSON.parse(text);
    } catch {
      throw new DownloaderError('aria2 answers with nonsense');
    }
    const parsed = v.safeParse(answerSchema, given);
    if (!parsed.success) throw new DownloaderError('aria2 answers with nonsense');
    if ('error' in parsed.output) throw new Aria2Refusal(parsed.output.error.message.slice(0, 200));
    return parsed.output.result;
  }

  return {
    call,
    async status(gid) {
      const keys = ['status', 'totalLength', 'completedLength', 'downloadSpeed', 'connections', 'errorCode'];
      let given: unknown;
      try {
        given = await call('tellStatus', [gid, keys]);
      } catch (error) {
        if (error instanceof Aria2Refusal && /not found/i.test(error.message)) return null;
        throw error instanceof Aria2Refusal ? new DownloaderError('aria2 refuses', { cause: error }) : error;
      }
      const parsed = v.safeParse(statusSchema, given);
      if (!parsed.success) throw new DownloaderError('aria2 answers with nonsense');
      return parsed.output;
    },
  };
}
