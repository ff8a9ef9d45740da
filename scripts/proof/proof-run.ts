/** Input and outcome of a proof. */
import type { Numbers } from './results.ts';

export interface ProofSettings {
  /** Of `--requests`, `--kills`, `--rounds`, `--orders` and `--acts`. */
  readonly amount: number;
  readonly seed: number;
  readonly port: number;
  /** An empty folder for the state of a server. */
  readonly dataDir: string;
  readonly print: (line: string) => void;
}

export interface ProofOutcome {
  readonly numbers: Numbers;
  /** A line each; none when the proof holds. */
  readonly failures: readonly string[];
}

export type RunProof = (settings: ProofSettings) => Promise<ProofOutcome>;
