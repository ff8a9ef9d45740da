/** A part of the object of a person, and what its calls share. */
import type { AnyPart } from '#worker/platform/parts/object-parts.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import { PUSH_WAIT_MS } from '../keys.ts';

export type MemberPart = AnyPart;

/** Waits until the drive has the new limits. Where a handler is slow or fails, the alarm delivers later. */
export async function pushSoon({ drain }: Pick<ObjectCore, 'drain'>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PUSH_WAIT_MS);
  });
  await Promise.race([drain(), late]);
  clearTimeout(timer);
}
