/** `/referral`: the own link, the people who came by it, and the rules. Where operators closed invitations it leads to the page of the end. */
import { type OwnInvitationsView, ReferralView } from '#client/site/referral.view.tsx';
import type { InvitationSums, ShownInvited } from '#worker/services/membership/service.ts';
import { renderInDrive } from '../drive/drive-layout.tsx';
import { visitorOf } from '../payment/visitor.ts';
import type { PublicHandler } from '../render/public-page.tsx';
import { translatorOf } from '../render/render.tsx';
import { toTheEnd } from '../site/to-the-end.ts';

/** People of one page. */
const SHOWN_PEOPLE = 20;

function viewOf(
  { code, url, days, people, byState }: InvitationSums,
  shown: readonly ShownInvited[],
): OwnInvitationsView {
  return {
    code,
    url,
    days,
    people,
    pending: byState.pending ?? 0,
    shown: shown.map(({ nickname, atMs, state, dueMs, terms }) => ({
      nickname,
      atMs,
      state,
      dueMs,
      days: terms.inviterDays,
    })),
  };
}

export const referralPage: PublicHandler = async (c, deps) => {
  const [{ invitations: rules }, visitor] = await Promise.all([deps.membership.rewards(), visitorOf(c, deps)]);
  if (!rules.open) return toTheEnd(c);
  const { caller } = c.get('call');
  const before = /^\d{1,15}$/.exec(c.req.query('before') ?? '')?.[0];
  const beforeMs = before === undefined ? Number.MAX_SAFE_INTEGER : Number(before);
  const own =
    visitor && caller
      ? await Promise.all([
          deps.invitations.ownInvitations(caller.userId),
          deps.invitations.invitedPeople(caller.userId, { beforeMs, limit: SHOWN_PEOPLE }),
        ])
      : null;
  const { t } = translatorOf(c.get('locale'));
  const { inviterDays, invitedDays, newcomerDays, waitHours, perMonth, inAll } = rules;
  return renderInDrive(
    { c, person: visitor?.person ?? null, space: visitor?.own ?? null },
    { title: t('membership.referral.title') },
    <ReferralView
      own={own && viewOf(...own)}
      rules={{ inviterDays, invitedDays: invitedDays + newcomerDays, waitHours, perMonth, inAll }}
      pageSize={SHOWN_PEOPLE}
      isLater={before !== undefined}
    />,
  );
};
