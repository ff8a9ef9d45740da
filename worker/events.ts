/**
 * Event routing: event name -> handlers, the only such table.
 * A handler is idempotent by the event's id and returns only when its change is stored.
 */
import type { Services } from './compose.ts';
import type { DomainEvent } from './platform/domain-event.ts';
import * as auth from './services/auth/events.ts';
import * as config from './services/config/events.ts';
import * as drive from './services/drive/events.ts';
import * as mail from './services/mail/events.ts';
import * as membership from './services/membership/events.ts';
import * as ops from './services/ops/events.ts';
import * as share from './services/share/events.ts';

export type EventHandler = (item: DomainEvent) => Promise<void>;
/** Handles events of one name that wait together by fewer calls than one each; all succeed or none. */
export interface GroupHandler {
  readonly together: (items: readonly DomainEvent[]) => Promise<void>;
}
export type EventRoutes = Readonly<Record<string, readonly EventHandler[] | GroupHandler>>;

/** Handlers that do not wait for each other: the error of one ends none of the rest, and the event is delivered again. */
function apart(...handlers: readonly EventHandler[]): EventHandler {
  return async (item) => {
    const ends = await Promise.allSettled(handlers.map((handler) => handler(item)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  };
}

export function eventRoutes(services: Services): EventRoutes {
  const { objects, clock } = services;
  const driveDeps = { ...objects, clock, plans: services.membership.plans, people: services.parts.drive.people };
  const shareDeps = { ...objects, drive: services.drive, clock };
  const linkDeps = services.parts.share;
  const invitationDeps = { ...objects, clock, auth: services.auth, db: services.parts.billing.db };
  return {
    // Links first: they must hide files before these are deleted.
    'auth.account-closed': [
      (item) => share.onAccountClosed(shareDeps, item),
      (item) => drive.onAccountClosed(driveDeps, item),
      (item) => membership.onInviterLeft(invitationDeps, item),
      (item) => membership.onAccountClosed(objects, item),
      (item) => ops.onAccountClosed(services.parts.ops, item),
      // Last: it waits for the payment provider.
      (item) => membership.onPayerLeft(services.parts.billing, item),
    ],
    'auth.app-passwords-changed': [(item) => drive.onAppPasswordsChanged(driveDeps, item)],
    'auth.identifier-left': [(item) => auth.onIdentifierLeft(objects, item)],
    'auth.identifier-reserved': [(item) => auth.onIdentifierReserved(objects, item)],
    'auth.new-device': [
      apart(
        (item) => auth.onNewDevice({ ...objects, mail: services.mail }, item),
        (item) => drive.onNewDevice(driveDeps, item),
      ),
    ],
    'auth.factors-leaving': [
      apart(
        (item) => auth.onFactorsLeaving({ ...services.parts.auth, mail: services.mail }, item),
        (item) => drive.onAccountLetter(driveDeps, item),
      ),
    ],
    'auth.factors-due': [(item) => auth.onFactorsDue({ ...services.parts.auth, mail: services.mail }, item)],
    'auth.factors-removed': [
      apart(
        (item) => auth.onFactorsRemoved({ ...objects, mail: services.mail }, item),
        (item) => drive.onFactorsRemoved(driveDeps, item),
      ),
    ],
    'auth.sessions-ended': [
      (item) => drive.onSessionsEnded(driveDeps, item),
      (item) => share.onSessionsEnded(shareDeps, item),
    ],
    // Links last: they may be many.
    'auth.person-blocked': [
      (item) => drive.onPersonBlocked(driveDeps, item),
      (item) => share.onPersonBlocked(objects, item),
    ],
    'auth.person-changed': [(item) => ops.onPersonChanged(services.parts.ops, item)],
    'config.published': [
      (item) =>
        config.onPublished({ kv: services.kv, flush: services.flush, registries: objects.configRegistry }, item),
    ],
    // The name in an earlier release, which may wait in an outbox.
    'drive.content-changed': { together: (items) => drive.onContentsChanged(driveDeps, items) },
    'drive.contents-changed': { together: (items) => drive.onContentsChanged(driveDeps, items) },
    'drive.collected': [(item) => drive.onCollected({ mail: services.mail, auth: services.auth, clock }, item)],
    'drive.content-judged': [(item) => drive.onContentJudged(driveDeps, item)],
    'drive.grant-letter': [(item) => drive.onGrantLetter(services, item)],
    'drive.grants-changed': [(item) => drive.onGrantsChanged(driveDeps, item)],
    'drive.guest-left': [(item) => drive.onGuestLeft(driveDeps, item)],
    'drive.handover-landed': [(item) => drive.onHandoverLanded(driveDeps, item)],
    'drive.job-changed': [(item) => ops.onJobChanged(services.parts.ops, item)],
    'drive.nearly-full': [
      (item) => drive.onNearlyFull({ ...driveDeps, mail: services.mail, auth: services.auth }, item),
    ],
    'drive.push-due': [
      (item) => drive.onPushDue({ ...services.parts.drive, mail: services.mail, auth: services.auth }, item),
    ],
    'drive.tree-changed': { together: (items) => share.onTreesChanged(shareDeps, items) },
    'membership.code-claimed': [(item) => membership.onCodeClaimed(objects, item)],
    'membership.invitation-decided': [(item) => membership.onInvitationDecided(invitationDeps, item)],
    'membership.invitation-held': [(item) => membership.onInvitationHeld(invitationDeps, item)],
    'membership.person-arrived': [(item) => membership.onPersonArrived(invitationDeps, item)],
    'membership.expiry-due': [
      (item) => membership.onExpiryDue(services.billing, item, (due) => drive.onExpiryDue(driveDeps, due)),
    ],
    'membership.paid': [(item) => drive.onPaid(driveDeps, item)],
    'membership.renewal-failed': [(item) => drive.onRenewalFailed(driveDeps, item)],
    'membership.rewarded': [
      (item) => drive.onRewarded({ ...driveDeps, mail: services.mail, auth: services.auth }, item),
    ],
    // The list of people asks the drive.
    'membership.changed': [
      (item) => drive.onMembershipChanged(driveDeps, item),
      (item) => ops.onMembershipChanged(services.parts.ops, item),
    ],
    'mail.held': [(item) => mail.onMailHeld(services.mail, item)],
    'mail.send': [
      apart(
        (item) => mail.onMailSend(services.mail, item),
        (item) => drive.onAccountLetter(driveDeps, item),
      ),
    ],
    'ops.case-decided': [(item) => ops.onCaseDecided(services.parts.ops, item)],
    'ops.report-filed': [(item) => ops.onReportFiled(services.parts.ops, item)],
    'share.changed': [(item) => share.onShareChanged(objects, item)],
    'share.claim-left': [(item) => share.onClaimAbandoned(shareDeps, item)],
    'share.ends-soon': [
      (item) => share.onLinksEndSoon({ drive: services.drive, mail: services.mail, auth: services.auth, clock }, item),
    ],
    'share.links-unread': [(item) => share.onLinksUnread(linkDeps, item)],
    'share.owner-blocked': [(item) => share.onOwnerBlocked(shareDeps, item)],
    'share.status': [(item) => share.onShareStatus(linkDeps, item)],
    'share.visited': [
      (item) => share.onLinkVisited({ drive: services.drive, mail: services.mail, auth: services.auth, clock }, item),
    ],
    'share.uncounted': [(item) => share.onShareUncounted(shareDeps, item)],
    'share.closed': [(item) => share.onShareClosed(shareDeps, item)],
    'tally.hour': [(item) => ops.onHourEnded(services.parts.ops, item)],
    'tally.folded': [(item) => drive.onTallyFolded(driveDeps, item), (item) => share.onTallyFolded(objects, item)],
  };
}

/** Events in order; those of one name that are handled together, and follow each other, as one. */
function grouped(table: EventRoutes, items: readonly DomainEvent[]): DomainEvent[][] {
  const groups: DomainEvent[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last?.[0]?.event === item.event && table[item.event] && !Array.isArray(table[item.event])) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

async function handle(route: EventRoutes[string] | undefined, group: readonly DomainEvent[]): Promise<void> {
  if (!route) return;
  if ('together' in route) return route.together(group);
  for (const item of group) for (const handler of route) await handler(item);
}

/** Delivers events in order. @returns ids of the events whose handlers all succeeded; an event without handlers counts as one */
export async function deliverEvents(
  table: EventRoutes,
  items: readonly DomainEvent[],
  onError: (item: DomainEvent, error: unknown) => void,
): Promise<string[]> {
  const taken: string[] = [];
  for (const group of grouped(table, items)) {
    const [first] = group;
    try {
      await handle(first && table[first.event], group);
      taken.push(...group.map(({ id }) => id));
    } catch (error) {
      if (first) onError(first, error);
    }
  }
  return taken;
}
