/** Areas of `npm run ops`, and their calls to the running server. */
import { callServerOf, type InternalResponse } from '#scripts/start/state/internal-endpoint.ts';
import { callRemote, isRemote } from './remote.ts';

export interface Area {
  /** One line a command, as they are typed. */
  readonly usage: readonly string[];
  /** Does the command and says what to print. @param server  state folder, or origin of a server elsewhere. @throws UsageError for one that is none, Error with a sentence for a refusal */
  run(args: readonly string[], server: string): Promise<string>;
}

/** The arguments are no command. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

interface Refusal {
  readonly problems?: readonly { readonly line: number; readonly column: number; readonly message: string }[];
  readonly error?: string;
  readonly error_description?: string;
  readonly error_details?: readonly { readonly detail?: string }[];
}

/** The sentence of a refusal: the places in a text, or the developers' sentence, or what came. */
function sentenceOf(status: number, text: string): string {
  let refusal: Refusal;
  try {
    refusal = JSON.parse(text) as Refusal;
  } catch {
    // Not from our own code: a front, or a server of another kind.
    return `the server refused: ${status} ${text.slice(0, 300)}`;
  }
  if (refusal.problems) {
    const places = refusal.problems.map(({ line, column, message }) => `  ${line}:${column}  ${message}`);
    return ['nothing was published; line:column of what is wrong:', ...places].join('\n');
  }
  const detail = refusal.error_details?.find((each) => each.detail)?.detail;
  return `refused: ${detail ?? refusal.error_description ?? refusal.error ?? status}`;
}

/** One call of `/_internal/*`. @param server  its state folder, or its origin. @throws Error when it cannot be reached */
export function callServer(server: string, target: string, body: object): Promise<InternalResponse> {
  return isRemote(server) ? callRemote(server, target, body) : callServerOf(server, target, body);
}

/** One call of `/_internal/*`. @throws Error with a sentence for the operator */
export async function askServer<T>(server: string, target: string, body: object): Promise<T> {
  const { status, text } = await callServer(server, target, body);
  if (status !== 200) throw new Error(sentenceOf(status, text));
  return JSON.parse(text) as T;
}
