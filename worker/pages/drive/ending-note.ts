/** The one message about an end of premium or of a storage pack that the drive shows: to those whom it concerns, until they close it. */
import type { Context } from 'hono';
import type { EndingNote } from '#client/membership/ending.view.tsx';
import { closedNotes } from '#shared/config/notice.ts';
import type { Ending } from '#shared/membership/expiry.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';

/** Closing the message before an end leaves the one after it. */
function idOf({ kind, endMs }: Ending, isEnded: boolean): string {
  return `${kind}-${isEnded ? 'ended' : 'ends'}-${Math.floor(endMs / SECOND_MS).toString(36)}`;
}

/**
 * @param space  of the drive now; past its limit the message says so
 * @returns null where there is nothing to say. The books are asked only for premium that is about to end
 */
export async function endingNote(
  c: Context<AppEnv>,
  { billing, clock }: Pick<PageDeps, 'billing' | 'clock'>,
  userId: string,
  endings: readonly Ending[],
  space: { readonly usageBytes: number; readonly limitBytes: number },
): Promise<EndingNote | null> {
  const nowMs = clock.nowMs();
  const closed = closedNotes(c.get('cookies'));
  // The nearest end, before or after now, is shown first.
  for (const ending of endings.toSorted((one, other) => Math.abs(one.endMs - nowMs) - Math.abs(other.endMs - nowMs))) {
    const { kind, endMs, bytes } = ending;
    const isEnded = endMs <= nowMs;
    const id = idOf(ending, isEnded);
    if (closed.includes(id)) continue;
    if (kind === 'premium' && !isEnded && (await billing.premiumRenews(userId))) continue;
    return { id, kind, endMs, bytes, isEnded, isFull: isEnded && space.usageBytes > space.limitBytes };
  }
  return null;
}
