/** What the panel shows of downloads into a folder: one item for everything that was asked for with one press. */

import { type Signal, signal } from '@preact/signals-react';

/** `offline`: goes on by itself when the network is back. `unfinished`: an earlier window left it. */
export type DownloadPhase = 'running' | 'offline' | 'paused' | 'unfinished' | 'done' | 'failed' | 'cancelled';

/** Why all of it stopped; each has a sentence that says what to do. */
export type DownloadHalt = 'permission' | 'full' | 'folder' | 'signed_out' | 'server';

/** Why one file is not there. */
export type FileProblem = 'gone' | 'refused' | 'write' | 'name' | 'server';

export interface FailedFile {
  readonly id: string;
  /** With the folders above it. */
  readonly name: string;
  readonly problem: FileProblem;
}

export interface DownloadItem {
  readonly id: string;
  /** Of the first thing that was asked for. */
  readonly name: string;
  /** How many more there are beside it. */
  readonly more: number;
  /** Name of the folder on the device. */
  readonly folder: string;
  readonly phase: DownloadPhase;
  readonly problem: DownloadHalt | null;
  /** Null until it was counted. */
  readonly files: number | null;
  readonly sizeBytes: number | null;
  readonly doneFiles: number;
  /** Those of the done ones that lay there already. */
  readonly foundFiles: number;
  readonly doneBytes: number;
  /** Bytes a second. */
  readonly speed: number;
  readonly leftSeconds: number | null;
  readonly failedFiles: number;
  /** The first of them. */
  readonly failures: readonly FailedFile[];
}

export interface DownloadState {
  readonly items: Signal<readonly DownloadItem[]>;
}

export function makeDownloadState(): DownloadState {
  return { items: signal<readonly DownloadItem[]>([]) };
}

/** Leaving the page would stop it. */
export function isActive({ phase }: DownloadItem): boolean {
  return phase === 'running' || phase === 'offline';
}

/** Failed files that are named. */
export const NAMED_FAILURES = 50;
