/** The plan, the used storage and every limit of a user, as the account page shows them. */
import type { PlanProps } from '#client/auth/account/account-parts.view.tsx';
import { MAX_NAME_BYTES } from '#shared/drive/names.ts';
import { hasOffers } from '#shared/locale/messages.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { Caller } from '#worker/platform/request.ts';
import { MAX_DEPTH } from '#worker/services/drive/service.ts';
import type { PageDeps } from '../services.ts';

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;
/** Days over which sent bytes are counted. */
const SENT_DAYS = 30;

/** Null while the drive does not answer: the account can be changed without it. @throws AppError unauthenticated */
async function usageOf({ drive }: PageDeps, caller: Caller): Promise<PlanProps['use']> {
  try {
    const [space, sentBytes] = await Promise.all([drive.space(caller), drive.sentBytes(caller, SENT_DAYS)]);
    return { usageBytes: space.usageBytes, limitBytes: space.limitBytes, sentBytes };
  } catch (error) {
    if (asAppError(error).errorName === 'unauthenticated') throw error;
    return null;
  }
}

export async function planOf(deps: PageDeps, caller: Caller): Promise<PlanProps> {
  const { limits } = deps.config;
  const days = (seconds: number) => Math.round(seconds / DAY_SECONDS);
  const [premium, use] = await Promise.all([deps.membership.isPremium(caller.userId), usageOf(deps, caller)]);
  return {
    premium: hasOffers() ? premium : null,
    use,
    sentDays: SENT_DAYS,
    limits: {
      fileBytes: limits.fileBytes,
      nameBytes: MAX_NAME_BYTES,
      folderDepth: MAX_DEPTH,
      uploads: limits.uploadSessions,
      uploadDays: days(limits.uploadTtlSeconds),
      trashDays: days(limits.trashTtlSeconds),
      versions: limits.versionsPerFile,
      versionDays: days(limits.versionTtlSeconds),
      linkHours: Math.round(limits.contentLinkTtlSeconds / HOUR_SECONDS),
      mailsPerDay: limits.mailsPerDay,
      messagesPerHour: limits.messagesPerHour,
      closeDays: days(limits.closeGraceSeconds),
    },
  };
}
