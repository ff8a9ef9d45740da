/** Areas of `npm run ops`, and their calls to the running server. */

import { callServerOf, type InternalResponse } from '#scripts/start/state/internal-endpoint.ts';
import { operatorRefusal } from '#shared/ops/refusals.ts';
import { callRemote, isRemote } from './remote.ts';

export interface Area {
  /** One line a command, as they are typed. */
  readonly usage: readonly string[];
  /** Does the command and says what to print. @param server  state folder, or origin of a server elsewhere. @throws UsageError for one that is none, Error with a sentence for a refusal */
  run(args: readonly string[], server: string): Promise<string>;
}

/** `--gib -5` as `--gib=-5`: a number is no option. */
export function joinNumbers(args: readonly string[]): string[] {
  const isOption = (arg: string | undefined): boolean => arg !== undefined && /^--[a-z-]+$/.test(arg);
  return args.flatMap((arg, at) => {
    if (/^-\d/.test(arg) && isOption(args[at - 1])) return [];
    const next = args[at + 1] ?? '';
    return isOption(arg) && /^-\d/.test(next) ? [`${arg}=${next}`] : [arg];
  });
}

interface Refusal {
  readonly problems?: readonly { readonly line: number; readonly column: number; readonly message: string }[];
  readonly error?: string;
  readonly error_description?: string;
  readonly error_details?: readonly {
    readonly detail?: string;
    readonly reason?: string;
    readonly metadata?: { readonly field?: string };
  }[];
}

/** The sentence of a refusal: the places in a text, the developers' or the operators' sentence, or what came with the field at fault. */
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
  const why = refusal.error_details?.find((each) => each.reason);
  const own = detail ?? operatorRefusal(why?.reason);
  if (own) return `refused: ${own}`;
  const field = why?.metadata?.field;
  return `refused: ${refusal.error_description ?? refusal.error ?? status}${field ? ` (${field}: ${why?.reason})` : ''}`;
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
