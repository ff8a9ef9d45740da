/** How a hand-off ends without a sign-in. What the person reads is chosen by `kind`; nothing of a counterpart's words is shown. */

/**
 * `silent`: no answer in time. `refused`: answered no. `garbled`: answered what cannot be used. `undeclared`: no such way to ask.
 * `denied`: the browser forbids it. `unreached`: nothing listens. `cancelled`: the person closed the question.
 * `invalid-code`: our server refused the code. `unreachable`: our server did not answer. `moved`: somebody else signed in meanwhile.
 */
export type FailureKind =
  | 'silent'
  | 'refused'
  | 'garbled'
  | 'undeclared'
  | 'denied'
  | 'unreached'
  | 'cancelled'
  | 'invalid-code'
  | 'unreachable'
  | 'moved';

export class BridgeFailure extends Error {
  readonly kind: FailureKind;
  /** Number of the wire: 404, -2, or the counterpart's own; 0 when there is none. */
  readonly code: number;
  /** For 404: 1 the counterpart knows no such method, -999 there is no counterpart. */
  readonly internalCode: number | null;

  constructor(
    kind: FailureKind,
    message: string,
    detail: { code?: number; internalCode?: number } = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'BridgeFailure';
    this.kind = kind;
    this.code = detail.code ?? 0;
    this.internalCode = detail.internalCode ?? null;
  }
}

/** 404. @param internalCode  1 or -999, see BridgeFailure */
export function undeclared(internalCode: 1 | -999): BridgeFailure {
  return new BridgeFailure('undeclared', 'method is not declared', { code: 404, internalCode });
}

/** -2: an answer to our question that does not say what it must. */
export function garbled(cause?: unknown): BridgeFailure {
  return new BridgeFailure('garbled', 'process response data error!', { code: -2 }, { cause });
}
