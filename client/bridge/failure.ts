/** Failures of a hand-off. `kind` selects the message for the user; texts of a counterpart are never shown. */

/**
 * `silent`: no answer in time. `refused`: the counterpart refused. `garbled`: unusable answer. `undeclared`: unknown method or no
 * counterpart. `denied`: the browser forbids it. `unreached`: no program on the port. `cancelled`: the user closed the question.
 * `invalid-code`: our server refused the code. `unreachable`: our server did not answer. `moved`: another user signed in.
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
  /** For 404: 1 for an unknown method, -999 without a counterpart. */
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

/** -2: an answer without its required data. */
export function garbled(cause?: unknown): BridgeFailure {
  return new BridgeFailure('garbled', 'process response data error!', { code: -2 }, { cause });
}
