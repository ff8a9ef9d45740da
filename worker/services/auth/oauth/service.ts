/** Part of AuthService: codes, consent, devices, introspection, discovery. Types only. */
import type { Introspection, ServerMetadata } from '#shared/auth/oauth.contract.ts';
import type { ErrorName } from '#shared/errors.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { OpenJwk } from '../session/signing-keys.ts';

/** What a client asks for, as it came. */
export interface AuthorizationInput {
  readonly clientId: string;
  readonly responseType: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly state: string;
  readonly codeChallenge: string;
  readonly codeChallengeMethod: string;
}

export interface AuthorizationAnswer {
  readonly code: string;
  readonly state: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly expiresInSeconds: number;
}

/** A request of a browser that may be answered at its redirect address. */
export interface BrowserAuthorization {
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  /** What would be given; empty when the request is refused. */
  readonly scopes: readonly string[];
  /** Told to the client at its address; null when the person may be asked. */
  readonly refusal: ErrorName | null;
}

/** What the person is shown before deciding. */
export interface ConsentAccount {
  readonly name: string;
  /** Masked e-mail, else phone. */
  readonly address: string;
  /** The person allowed all of it before, and the answer reaches nobody but the client. */
  readonly isKnown: boolean;
}

export interface DeviceRequest {
  /** `BCDF-GHJK`. */
  readonly userCode: string;
  readonly clientName: string;
  readonly scopes: readonly string[];
}

/** A program that names itself; the id is '' when it does not. */
export interface ClientSigns {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface OAuthFace {
  /**
   * A code for a client, never for more than the caller itself may do.
   * @throws AppError invalid_request, unauthorized_client, unsupported_response_type, invalid_scope; unauthenticated when the
   * caller's session is over; as requireActive
   */
  authorize(input: AuthorizationInput, caller: Caller, call: CallContext): Promise<AuthorizationAnswer>;
  /** @throws AppError invalid_request, unauthorized_client: the address is not to be trusted, say so to the person */
  readAuthorization(input: AuthorizationInput): BrowserAuthorization;
  /** @throws AppError unauthenticated when the session is over */
  consentAccount(asked: BrowserAuthorization, caller: Caller): Promise<ConsentAccount>;
  /** The address the browser goes to: with a code, or with `access_denied`. Allowing is remembered. Throws as authorize. */
  answerAuthorization(
    input: AuthorizationInput,
    answer: { readonly isAllowed: boolean } | { readonly error: ErrorName },
    caller: Caller | null,
    call: CallContext,
  ): Promise<string>;
  /** @throws AppError invalid_request, unauthorized_client, invalid_client, invalid_scope, too_many_requests */
  startDeviceGrant(
    input: ClientSigns & { scope: string },
    call: CallContext,
  ): Promise<{
    deviceCode: string;
    userCode: string;
    verificationUri: string;
    verificationUriComplete: string;
    expiresInSeconds: number;
    intervalSeconds: number;
  }>;
  /** @throws AppError expired_token for a code nobody waits behind, too_many_requests, unauthenticated */
  deviceRequest(userCode: string, caller: Caller, call: CallContext): Promise<DeviceRequest>;
  /** Throws as deviceRequest; as requireActive. */
  decideDevice(input: { userCode: string; isAllowed: boolean }, caller: Caller, call: CallContext): Promise<void>;
  /**
   * Asks the account. Inactive for anything that is neither of the caller's person nor of the program that asks.
   * @throws AppError unauthenticated for nobody and for an ended session, invalid_request, unauthorized_client, invalid_client
   */
  introspect(input: ClientSigns & { token: string }, call: CallContext): Promise<Introspection>;
  serverMetadata(): ServerMetadata;
  jwks(): Promise<readonly OpenJwk[]>;
}
