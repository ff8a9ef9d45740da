/** A protocol of programs, as the gate calls it. */
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { LinkClaims, OpenContent } from '#worker/services/drive/service.ts';

export interface ProgramRequest {
  readonly request: Request;
  /** As it was sent: path and query are not decoded. */
  readonly url: URL;
  readonly call: CallContext;
  /** Code of the country where the platform names one, else the network address. */
  readonly place: string;
  /**
   * The caller of the Authorization header, for calls of the drive. No look-up: the drive checks it by the call.
   * @throws AppError unauthenticated, too_many_requests, which the gate answers; a protocol passes both on
   */
  caller(): Promise<Caller>;
  /** Answers with the content of a file: ranges and conditions, limits of the plan. @throws AppError traffic_not_enough, transfer_limit */
  send(claims: LinkClaims, content: OpenContent): Promise<Response>;
  /** Checks the server's disk. @throws AppError storage_full when `bytes` more would leave too little */
  requireDiskSpace(bytes: number): Promise<void>;
}

/** Pages of other sites that a protocol answers: those that the operators registered as programs. */
export interface ProgramPages {
  readonly origins: { has(origin: string): boolean };
  readonly methods: string;
  readonly allowed: string;
  readonly exposed: string;
}

export interface Protocol {
  /** Pattern of its paths for logs and metrics, such as `/dav/*`. */
  readonly route: string;
  /** Whether a path is its own. @param path  as written */
  owns(path: string): boolean;
  /** A path of it that a browser may navigate to, such as the one that begins a sign-in. Default: none. */
  mayNavigate?(path: string): boolean;
  /** Pages of registered programs may ask it, and read these headers; left out: no page may. */
  readonly pages?: ProgramPages;
  /**
   * Answers in the form of the protocol, errors too.
   * @throws AppError of `caller`, and `unauthenticated` of the drive
   */
  serve(asked: ProgramRequest): Promise<Response>;
}
