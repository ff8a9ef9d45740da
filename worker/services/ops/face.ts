/** Face of ops: what looks at everything. Types only. */
import type { CallContext, Caller } from '#worker/platform/request.ts';

export interface ExportedData {
  /** Name to save it under. */
  readonly name: string;
  /**
   * JSON of `exportDocument`. Ends with an error when something could not be read to the end: then its last member,
   * `complete`, is missing.
   */
  readonly body: ReadableStream<Uint8Array>;
}

export interface OpsService {
  /** Everything that is kept of a person. @throws AppError unauthenticated, permission_denied, before the first byte */
  exportData(caller: Caller, call: CallContext): Promise<ExportedData>;
}
