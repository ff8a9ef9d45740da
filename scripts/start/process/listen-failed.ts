/** An address that cannot be listened on, as a sentence for the person at the terminal. Pure. */

/** The message says which variable mends it. */
export class ListenFailed extends Error {}

const REASONS: Readonly<Record<string, (host: string, port: string) => string>> = {
  EADDRINUSE: (_host, port) => `another program uses this port; set ${port}.`,
  EACCES: (_host, port) =>
    `this user may not listen there, and ports below 1024 are for root; set ${port}, or put a proxy before it (docs/proxy.md).`,
  EADDRNOTAVAIL: (host) => `this machine does not have this address; set ${host}.`,
  ENOTFOUND: (host) => `no address has this name; set ${host}.`,
};

/** @param variables  that set the host and the port. @returns the error itself when it has another reason */
export function listenFailure(error: unknown, variables: { readonly host: string; readonly port: string }): unknown {
  if (!(error instanceof Error)) return error;
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  return reason
    ? new ListenFailed(`${error.message}: ${reason(variables.host, variables.port)}`, { cause: error })
    : error;
}
