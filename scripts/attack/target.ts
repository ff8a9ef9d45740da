/** Targets of the lanes, and the head lines that most requests share. */
import type fc from 'fast-check';
import type { Person } from '#test/flow/wire-client.ts';
import type { OpenUpload } from './people.ts';

export interface Target {
  readonly host: string;
  readonly attacker: Pick<Person, 'token'>;
  readonly upload: OpenUpload;
  readonly shareId: string;
  /** Ids of things of the attacker. */
  readonly ids: readonly string[];
  readonly contentPath: string;
  readonly contentHost: string;
}

export interface Lane {
  readonly name: string;
  readonly requests: fc.Arbitrary<Buffer>;
  /** Complete requests must be answered; broken framings need not. */
  readonly isComplete: boolean;
}

export const common = (target: Target, host = target.host) => [`Host: ${host}`, 'Connection: close'];
export const bearer = ({ attacker }: Target) => `Authorization: Bearer ${attacker.token}`;
