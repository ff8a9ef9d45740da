/** A version of a file, as details show it. */
export interface Version {
  readonly id: string;
  readonly sizeBytes: number;
  /** Epoch ms: when the file was changed to this version. */
  readonly modifiedMs: number;
}
