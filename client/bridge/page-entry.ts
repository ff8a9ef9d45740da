/**
 * Login on page entry: every branch of spec section 4, in one order. A code in the address comes first and is taken out of it
 * at once; then the app, the extension or the desktop client is asked. Everything it needs is handed in.
 */
import { entryAskOf, type HandOff, placeAfter, withoutCode, withoutDesktop } from '#shared/bridge/ask.ts';
import { type Adopted, type AdoptParts, adoptCode } from './adopt.ts';
import type { Counterpart } from './counterpart.ts';
import { askDesktop, type DesktopAsk } from './desktop.ts';
import { BridgeFailure } from './failure.ts';
import type { EntryWords, Who } from './labels.ts';
import { isOurs, type Pending } from './pending.ts';
import { redirectUriOf } from './wire.ts';

export interface EntryParts extends AdoptParts {
  readonly place: Pick<Location, 'href' | 'origin'>;
  readonly past: Pick<History, 'replaceState' | 'state'>;
  /** Leaves this page for another address of this site. */
  readonly go: (address: string) => void;
  readonly clientId: string;
  /** User id by the page's own word; '' for nobody. */
  readonly sub: string;
  /** Null outside the native app. */
  readonly app: Counterpart | null;
  readonly extension: Counterpart;
  readonly desktop: Pick<DesktopAsk, 'http' | 'permission'>;
  readonly words: EntryWords;
  /** The account this tab said no to, so that it is not asked twice. */
  readonly declined: { get(): string; set(sub: string): void };
  readonly news: {
    signedIn(sub: string, lifetimeSeconds: number): void;
    failed(error: unknown): void;
  };
}

/** Address after signing in where the page itself leads nowhere. */
const FALLBACK = '/drive/all';

/** `idle`: nothing was asked, or nothing had to change. */
export type EntryResult = 'idle' | 'signed-in' | 'kept' | 'failed';

export async function enterPage(parts: EntryParts): Promise<EntryResult> {
  const ask = entryAskOf(new URL(parts.place.href));
  if (!ask) return 'idle';
  const clean = withoutCode(new URL(parts.place.href));
  const isClean = new URL(clean, parts.place.href).href === parts.place.href;
  if (!isClean) parts.past.replaceState(parts.past.state, '', clean);
  if (ask.code) {
    const proof = parts.pending.take();
    if (!isOurs(ask.code, proof)) {
      // Somebody else's code, or one too old: it is not spent, nothing is shown, nothing else is tried.
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

/** What the counterpart must obtain its code with. */
function paramsOf(parts: EntryParts, proof: Pending): Readonly<Record<string, unknown>> {
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

interface Got {
  readonly code: string;
  readonly proof: Pending;
}

async function askCounterpart(
  parts: EntryParts,
  counterpart: Counterpart,
  who: 'app' | 'extension',
): Promise<EntryResult> {
  const again = () => askCounterpart(parts, counterpart, who);
  let got: Got | null;
  try {
    got = await codeOf(parts, counterpart, who);
  } catch (error) {
    return failed(parts, error, who, again);
  }
  return got ? adopt(parts, got, who, again) : 'idle';
}

/** @returns null when there is nothing to hand over */
async function codeOf(parts: EntryParts, counterpart: Counterpart, who: 'app' | 'extension'): Promise<Got | null> {
  const control = new AbortController();
  const stopWaiting = parts.words.waiting(who, () => control.abort());
  try {
    const sub = await counterpart.state(control.signal);
    // The same person on both sides, nobody there, or an account this tab has said no to: nothing to hand over.
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
  let got: Got;
  try {
    got = await desktopCodeOf(parts, port);
  } catch (error) {
    return failed(parts, error, 'desktop', again);
  }
  const result = await adopt(parts, got, 'desktop', again);
  // A port is good for one hand-off: a reload must not ask again.
  if (result === 'idle' || result === 'kept')
    parts.past.replaceState(parts.past.state, '', withoutDesktop(new URL(parts.place.href)));
  return result;
}

async function desktopCodeOf(parts: EntryParts, port: number): Promise<Got> {
  const control = new AbortController();
  const waits: (() => void)[] = [];
  const proof = await parts.pending.begin();
  try {
    const code = await askDesktop({
      ...parts.desktop,
      port,
      params: paramsOf(parts, proof),
      signal: control.signal,
      agree: parts.words.agreeToDesktop,
      onWait: () => void waits.push(parts.words.waiting('desktop', () => control.abort())),
    });
    return { code, proof };
  } finally {
    parts.pending.drop();
    for (const stopWaiting of waits) stopWaiting();
  }
}

async function adopt(
  parts: EntryParts,
  { code, proof }: Got,
  who: Who,
  again: (() => Promise<EntryResult>) | null,
): Promise<EntryResult> {
  let adopted: Adopted;
  try {
    adopted = await adoptCode(parts, code, proof);
  } catch (error) {
    return failed(parts, error, who, again);
  }
  if (adopted.kind === 'kept') {
    parts.declined.set(adopted.other);
    return 'kept';
  }
  if (adopted.kind === 'same') return 'idle';
  parts.declined.set('');
  parts.news.signedIn(adopted.holder.sub, adopted.holder.lifetimeSeconds);
  parts.go(placeAfter(new URL(parts.place.href), FALLBACK));
  return 'signed-in';
}

/** Says what happened and what to do; `again` is offered where it may help. */
async function failed(
  parts: EntryParts,
  error: unknown,
  who: Who,
  again: (() => Promise<EntryResult>) | null,
): Promise<EntryResult> {
  const failure = error instanceof BridgeFailure ? error : new BridgeFailure('garbled', 'failed', {}, { cause: error });
  if (failure.kind === 'cancelled') return 'idle';
  console.warn(failure.message, failure.code, failure.internalCode ?? '');
  parts.news.failed(failure);
  const wantsAgain = await parts.words.failed(failure.kind, who, again !== null);
  return wantsAgain && again ? again() : 'failed';
}
