/** Calls over the wire with their three outcomes: done, refused, or without an answer. */
import { type Answer, makeWireClient, type Person, type WireCall, type WireClient } from '#test/flow/wire-client.ts';

export type Body = Answer['body'];

/** How a call ended. `refused`: a definite error, so nothing has happened. `unknown`: it may have happened or not. */
export type Outcome =
  | { readonly kind: 'ok'; readonly body: Body; readonly headers: Headers }
  | { readonly kind: 'refused'; readonly status: number; readonly error: string }
  | { readonly kind: 'unknown'; readonly why: string };

/** A demo person and the client that calls for them. */
export interface Caller extends Person {
  readonly email: string;
  readonly wire: WireClient;
}

const FIRST_SERVER_ERROR = 500;
const FIRST_REFUSAL = 400;

/** @param address  path at the origin, or a whole address */
export async function call(
  wire: WireClient,
  method: string,
  address: string,
  options: WireCall = {},
): Promise<Outcome> {
  try {
    const { status, headers, body } = await wire.call(method, address, options);
    if (status >= FIRST_SERVER_ERROR)
      return { kind: 'unknown', why: `${status} ${JSON.stringify(body).slice(0, 200)}` };
    if (status >= FIRST_REFUSAL) return { kind: 'refused', status, error: body.error ?? String(body).slice(0, 200) };
    return { kind: 'ok', body, headers };
  } catch (error) {
    return { kind: 'unknown', why: error instanceof Error ? error.message : String(error) };
  }
}

/** The body of a call that must work: reads of a server that runs. @throws Error */
export async function mustCall(
  wire: WireClient,
  method: string,
  address: string,
  options: WireCall = {},
): Promise<Body> {
  const outcome = await call(wire, method, address, options);
  if (outcome.kind !== 'ok') throw new Error(`${method} ${address}: ${JSON.stringify(outcome)}`);
  return outcome.body;
}

export async function signIn(origin: string, email: string): Promise<Caller> {
  const wire = makeWireClient(origin);
  return { ...(await wire.signIn(email)), email, wire };
}

/** The bytes of a file by its content link. @param versionId  of a former version; '' for the present content */
export async function download({ wire, token }: Caller, fileId: string, versionId = ''): Promise<Uint8Array> {
  const version = versionId === '' ? '' : `/versions/${versionId}`;
  const detail = await mustCall(wire, 'GET', `/drive/v1/files/${fileId}${version}`, { token });
  const { status, bytes } = await wire.download(detail.links['application/octet-stream'].url);
  if (status !== 200) throw new Error(`the content of ${fileId} answered ${status}`);
  return bytes;
}
