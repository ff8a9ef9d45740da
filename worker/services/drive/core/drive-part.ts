/** Types of the parts of a drive. */
import type { AnyPart } from '#worker/platform/parts/object-parts.ts';
import type { DriveCore } from './drive-core.ts';
import type { NodeListener } from './tx.ts';

/** Members that the first part of a drive finds. */
export interface DriveStart {
  readonly core: DriveCore;
  readonly ctx: DurableObjectState;
}

/** Fields of a part of a drive besides tables, calls and a step of the alarm. */
export interface DriveExtra {
  /** Watches nodes. */
  readonly listener?: NodeListener;
}

export type DrivePart = AnyPart & DriveExtra;
