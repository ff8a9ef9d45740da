/** One deployment: its parts, and the steps one after another, each of which says what it found, made or skipped. */
import type { Cloudflare } from './cloudflare.ts';
import type { LocalSecrets } from './local-secrets.ts';
import type { DeploySettings, EnvironmentName, EnvironmentSettings, HostKind, Names } from './settings.ts';
import { Stop } from './stop.ts';

export type Outcome = 'found' | 'made' | 'changed' | 'skipped' | 'would make' | 'warning';

export interface Note {
  readonly outcome: Outcome;
  readonly text: string;
}

export interface StepReport extends Note {
  readonly step: string;
}

/** A program that ended. */
export interface Ran {
  readonly code: number;
  readonly output: string;
}

/** The parts of the world that a step reaches; a test gives it doubles. */
export interface Tools {
  /** Makes dist current. @returns id of the build */
  build(): Promise<string>;
  wrangler(args: readonly string[]): Promise<Ran>;
  /** One call to the installation itself, in JSON. */
  callApp(origin: string, target: string, token: string, body: object): Promise<{ status: number; text: string }>;
  selfTest(target: SelfTestTarget): Promise<readonly Finding[]>;
}

export interface SelfTestTarget {
  readonly appOrigin: string;
  readonly contentOrigin: string;
  readonly programsOrigin: string;
  readonly username: string;
  readonly password: string;
}

/** One thing that the self-test has looked at. */
export interface Finding {
  readonly what: string;
  /** '' when all is well. */
  readonly wrong: string;
  readonly remedy: string;
}

export interface Deployment {
  readonly environment: EnvironmentName;
  readonly settings: DeploySettings;
  readonly own: EnvironmentSettings;
  readonly names: Names;
  readonly api: Cloudflare;
  readonly isDry: boolean;
  /** Takes over scripts of the same name that this command did not make. */
  readonly adopts: boolean;
  /** Closes the installation for its recovery (go-back.ts); the next deployment opens it. */
  readonly closes: boolean;
  /** Deploys over a version that stores a newer format. */
  readonly allowsOlder: boolean;
  /** Root of the repository, where dist is. */
  readonly root: string;
  readonly secrets: LocalSecrets;
  /** Optional secrets of the environment of the command. */
  readonly givenSecrets: Readonly<Record<string, string>>;
  readonly tools: Tools;
  /** Findings of earlier steps, for later ones. */
  readonly found: FoundState;
}

export interface FoundState {
  zones?: Partial<Readonly<Record<HostKind, Zone>>>;
  namespaceId?: string;
  billingId?: string;
  adminId?: string;
  main?: ScriptState;
  codec?: ScriptState;
  /** Names of secrets that the script has. */
  secretNames?: ReadonlySet<string>;
  /** Secrets that the script lacks and the next upload brings. */
  missingSecrets?: Readonly<Record<string, string>>;
  fileBytes?: number;
}

export interface Zone {
  readonly id: string;
  readonly name: string;
  /** `free`, `pro`, `business` or `enterprise`. */
  readonly plan: string;
}

export interface ScriptState {
  readonly exists: boolean;
  /** Mark of the version that gets all requests; '' for one that this command did not make. */
  readonly tag: string;
  /** Of what it stores (worker/platform/storage/state-format.ts); 0 where it does not say. */
  readonly format: number;
}

export interface Step {
  readonly name: string;
  run(deployment: Deployment): Promise<Note | readonly Note[]>;
}

export const found = (text: string): Note => ({ outcome: 'found', text });
export const made = (text: string): Note => ({ outcome: 'made', text });
export const skipped = (text: string): Note => ({ outcome: 'skipped', text });
export const wouldMake = (text: string): Note => ({ outcome: 'would make', text });
export const warning = (text: string): Note => ({ outcome: 'warning', text });

/** @returns the notes of every step; ends at the first that stops */
export async function runSteps(
  deployment: Deployment,
  steps: readonly Step[],
  print: (line: string) => void,
): Promise<{ reports: StepReport[]; stop: Stop | null }> {
  const reports: StepReport[] = [];
  for (const step of steps) {
    try {
      const notes = await step.run(deployment);
      for (const each of Array.isArray(notes) ? (notes as readonly Note[]) : [notes as Note]) {
        reports.push({ step: step.name, ...each });
        print(`${each.outcome.padEnd(10)}  ${step.name}: ${each.text}`);
      }
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      print(`${'stopped'.padEnd(10)}  ${step.name}: ${error.message}`);
      print(`${''.padEnd(10)}  ${error.remedy}`);
      return { reports, stop: error };
    }
  }
  return { reports, stop: null };
}
