/**
 * Branded ids, so that a share id never stands where a node id is meant. Shapes only: ids are made in worker/platform/ids.ts.
 * Wire ids are 26 characters of [A-Za-z0-9_-] beginning with V (wire-contract.md section 0).
 */
declare const brand: unique symbol;
type Brand<Name extends string> = string & { readonly [brand]: Name };

export type UserId = Brand<'UserId'>;
export type NodeId = Brand<'NodeId'>;
export type ShareId = Brand<'ShareId'>;
export type TaskId = Brand<'TaskId'>;
export type UploadId = Brand<'UploadId'>;
/** `1-` and 64 hex digits: see shared/content/content-key.ts. */
export type ContentKey = Brand<'ContentKey'>;

/** The root folder of every drive; a constant of the wire (wire-contract.md section 0). */
export const ROOT_ID = '' as NodeId;

const WIRE_ID = /^[A-Za-z0-9_-]{26}$/;

export function isWireId(value: string): boolean {
  return WIRE_ID.test(value);
}

export function asNodeId(value: string): NodeId {
  return value as NodeId;
}

export function asShareId(value: string): ShareId {
  return value as ShareId;
}

export function asUserId(value: string): UserId {
  return value as UserId;
}

export function asTaskId(value: string): TaskId {
  return value as TaskId;
}

export function asUploadId(value: string): UploadId {
  return value as UploadId;
}
