/** State of downloads into a folder: one item for each press of the button. */

import { type Signal, signal } from '@preact/signals-react';

/** `offline`: resumes when the network is back. `unfinished`: left by an earlier window. */
export type DownloadPhase = 'running' | 'offline' | 'paused' | 'unfinished' | 'done' | 'failed' | 'cancelled';

/** Why the whole download stopped; each has a text that says what to do. */
export type DownloadHalt = 'permission' | 'full' | 'folder' | 'signed_out' | 'server';

/** Why one file was not saved. */
export type FileProblem = 'gone' | 'refused' | 'write' | 'name' | 'server';

export interface FailedFile {
  readonly id: string;
  /** With the folders above it. */
  readonly name: string;
  readonly problem: FileProblem;
}

export interface DownloadItem {
  readonly id: string;
  /** Name of the first selected node. */
  readonly name: string;
  /** Number of the other selected nodes. */
  readonly more: number;
  /** Name of the folder on the device. */
  readonly folder: string;
  readonly phase: DownloadPhase;
  readonly problem: DownloadHalt | null;
  /** Null until counted. */
  readonly files: number | null;
  readonly sizeBytes: number | null;
  readonly doneFiles: number;
  /** Done files that were on the device already. */
  readonly foundFiles: number;
  readonly doneBytes: number;
  /** Bytes a second. */
  readonly speed: number;
  readonly leftSeconds: number | null;
  readonly failedFiles: number;
  /** The first NAMED_FAILURES of them. */
  readonly failures: readonly FailedFile[];
}

export interface DownloadState {
  readonly items: Signal<readonly DownloadItem[]>;
}

export function makeDownloadState(): DownloadState {
  return { items: signal<readonly DownloadItem[]>([]) };
}

/** Whether leaving the page would stop it. */
export function isActive({ phase }: DownloadItem): boolean {
  return phase === 'running' || phase === 'offline';
}

/** Failed files that the panel names. */
export const NAMED_FAILURES = 50;
