/**
 * Login on page entry: every branch of spec section 4, in order. A code in the address is removed from it and used first; then
 * the app, the extension or the desktop client is asked. All dependencies are passed in.
 */
import { entryRequestOf, type HandOff, placeAfter, withoutCode, withoutDesktop } from '#shared/bridge/requests.ts';
import { type AdoptParts, type AdoptResult, adoptCode } from './adopt.ts';
import { redirectUriOf } from './bridge.api.ts';
import type { Counterpart } from './counterpart.ts';
import { askDesktop, type DesktopAsk } from './desktop.ts';
import type { CodeSource, EntryDialogs } from './entry-dialogs.ts';
import { BridgeFailure } from './failure.ts';
import { isOurs, type PendingProof } from './pending.ts';

export interface EntryParts extends AdoptParts {
  readonly place: Pick<Location, 'href' | 'origin'>;
  readonly past: Pick<History, 'replaceState' | 'state'>;
  /** Leaves this page for another address of this site. */
  readonly go: (address: string) => void;
  readonly clientId: string;
  /** User id of the page; '' for a visitor. */
  readonly sub: string;
  /** Null outside the native app. */
  readonly app: Counterpart | null;
  readonly extension: Counterpart;
  readonly desktop: Pick<DesktopAsk, 'http' | 'permission'>;
  readonly dialogs: EntryDialogs;
  /** The account the user declined in this tab, which is not offered again. */
  readonly declined: { get(): string; set(sub: string): void };
  readonly events: {
    signedIn(sub: string, lifetimeSeconds: number): void;
    failed(error: unknown): void;
  };
}

/** Address after signing in when the page names none. */
const FALLBACK = '/drive/all';

/** `idle`: there was no hand-off, or nothing had to change. */
export type EntryResult = 'idle' | 'signed-in' | 'declined' | 'failed';

export async function enterPage(parts: EntryParts): Promise<EntryResult> {
  const ask = entryRequestOf(new URL(parts.place.href));
  if (!ask) return 'idle';
  const clean = withoutCode(new URL(parts.place.href));
  const isClean = new URL(clean, parts.place.href).href === parts.place.href;
  if (!isClean) parts.past.replaceState(parts.past.state, '', clean);
  if (ask.code) {
    const proof = parts.pending.take();
    if (!isOurs(ask.code, proof)) {
      // A foreign or expired code is not spent and not shown, and no hand-off follows.
      console.warn('invalid auth code!');
      return 'failed';
    }
    const { code } = ask.code;
    return adopt(parts, { code, proof }, 'address', null);
  }
  return ask.handOff ? handOff(parts, ask.handOff) : 'idle';
}

function handOff(parts: EntryParts, ask: HandOff): Promise<EntryResult> {
  if (ask.kind === 'desktop') return askDesktopClient(parts, ask.port);
  if (ask.kind === 'extension') return askCounterpart(parts, parts.extension, 'extension');
  return parts.app ? askCounterpart(parts, parts.app, 'app') : Promise.resolve('idle');
}

/** Parameters with which the counterpart obtains its code. */
function paramsOf(parts: EntryParts, proof: PendingProof): Readonly<Record<string, unknown>> {
  return {
    client_id: parts.clientId,
    response_type: 'code',
    redirect_uri: redirectUriOf(parts.place.origin),
    scope: proof.scope.join(' '),
    state: proof.state,
    code_challenge: proof.challenge,
    code_challenge_method: 'S256',
  };
}

interface ReceivedCode {
  readonly code: string;
  readonly proof: PendingProof;
}

async function askCounterpart(
  parts: EntryParts,
  counterpart: Counterpart,
  who: 'app' | 'extension',
): Promise<EntryResult> {
  const again = () => askCounterpart(parts, counterpart, who);
  let received: ReceivedCode | null;
  try {
    received = await codeOf(parts, counterpart, who);
  } catch (error) {
    return failed(parts, error, who, again);
  }
  return received ? adopt(parts, received, who, again) : 'idle';
}

/** @returns null when no hand-off is needed */
async function codeOf(
  parts: EntryParts,
  counterpart: Counterpart,
  who: 'app' | 'extension',
): Promise<ReceivedCode | null> {
  const control = new AbortController();
  const stopWaiting = parts.dialogs.waiting(who, () => control.abort());
  try {
    const sub = await counterpart.state(control.signal);
    // The counterpart has the same user, none, or one that the user declined in this tab.
    if (sub === '' || sub === parts.sub || sub === parts.declined.get()) return null;
    const proof = await parts.pending.begin();
    return { code: await counterpart.code(paramsOf(parts, proof), control.signal), proof };
  } finally {
    parts.pending.drop();
    stopWaiting();
  }
}

async function askDesktopClient(parts: EntryParts, port: number): Promise<EntryResult> {
  const again = () => askDesktopClient(parts, port);
  let received: ReceivedCode;
  try {
    received = await desktopCodeOf(parts, port);
  } catch (error) {
    return failed(parts, error, 'desktop', again);
  }
  const result = await adopt(parts, received, 'desktop', again);
  // A port serves one hand-off: a reload must not ask again.
  if (result === 'idle' || result === 'declined')
    parts.past.replaceState(parts.past.state, '', withoutDesktop(new URL(parts.place.href)));
  return result;
}

async function desktopCodeOf(parts: EntryParts, port: number): Promise<ReceivedCode> {
  const control = new AbortController();
  const waits: (() => void)[] = [];
  const proof = await parts.pending.begin();
  try {
    const code = await askDesktop({
      ...parts.desktop,
      port,
      params: paramsOf(parts, proof),
      signal: control.signal,
      agree: parts.dialogs.agreeToDesktop,
      onWait: () => void waits.push(parts.dialogs.waiting('desktop', () => control.abort())),
    });
    return { code, proof };
  } finally {
    parts.pending.drop();
    for (const stopWaiting of waits) stopWaiting();
  }
}

async function adopt(
  parts: EntryParts,
  { code, proof }: ReceivedCode,
  who: CodeSource,
  again: (() => Promise<EntryResult>) | null,
): Promise<EntryResult> {
  let adopted: AdoptResult;
  try {
    adopted = await adoptCode(parts, code, proof);
  } catch (error) {
    return failed(parts, error, who, again);
  }
  if (adopted.kind === 'declined') {
    parts.declined.set(adopted.other);
    return 'declined';
  }
  if (adopted.kind === 'same') return 'idle';
  parts.declined.set('');
  parts.events.signedIn(adopted.holder.sub, adopted.holder.lifetimeSeconds);
  parts.go(placeAfter(new URL(parts.place.href), FALLBACK));
  return 'signed-in';
}

/** Shows the failure; offers `again` where it may help. */
async function failed(
  parts: EntryParts,
  error: unknown,
  who: CodeSource,
  again: (() => Promise<EntryResult>) | null,
): Promise<EntryResult> {
  const failure = error instanceof BridgeFailure ? error : new BridgeFailure('garbled', 'failed', {}, { cause: error });
  if (failure.kind === 'cancelled') return 'idle';
  console.warn(failure.message, failure.code, failure.internalCode ?? '');
  parts.events.failed(failure);
  const wantsAgain = await parts.dialogs.failed(failure.kind, who, again !== null);
  return wantsAgain && again ? again() : 'failed';
}
