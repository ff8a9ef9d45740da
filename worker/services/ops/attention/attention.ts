/**
 * Items that need an operator now, from every part of the installation. Reads only, each bounded: some objects, some indexed rows. A part that
 * cannot be read in time is an item itself and hides no other.
 */
import { DOCUMENTS } from '#shared/documents/registry.ts';
import { unwrap } from '#shared/errors.ts';
import { ATTENTION_KINDS, type AttentionItem, type AttentionKind } from '#shared/ops/attention.ts';
import { DAY_MS, MIB, SECOND_MS } from '#shared/units.ts';
import { type Clock, inTime } from '#worker/platform/clock.ts';
import type { Database } from '#worker/platform/d1/database.ts';
import { logError } from '#worker/platform/log.ts';
import type { MachineHealth } from '#worker/platform/machine/health.ts';
import type { Outlook } from '#worker/platform/machine/outlook.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import type { MailService } from '#worker/services/mail/index.ts';
import type { BillingService, InvitationDesk } from '#worker/services/membership/service.ts';
import { type DeskObjects, deskOf } from '../desk/desk-part.ts';
import { countJobs } from '../jobs/jobs.store.ts';
import { INBOX_NAME } from '../keys.ts';
import { countClosing } from '../people/people.store.ts';
import { reportsOf, type reportsPart } from '../reports/part.ts';

export interface AttentionDeps extends DeskObjects {
  readonly admin: Database;
  readonly billing: Pick<BillingService, 'paymentDesk'>;
  readonly invitationDesk: Pick<InvitationDesk, 'heldInvitations'>;
  readonly documents: Pick<ConfigService, 'overview' | 'brokenAct' | 'backupTimes'>;
  readonly mail: Pick<MailService, 'countReturned' | 'waiting'>;
  /** False where the platform takes care of disks and alarms. */
  readonly isMachine: boolean;
  /** Disk and damaged objects; null where the platform takes care of them. */
  readonly health: () => Promise<MachineHealth | null>;
  readonly outlook: () => Promise<Outlook>;
  readonly clock: Clock;
}

const OLD_DRAFT_MS = 7 * DAY_MS;
const OLD_BACKUP_MS = 7 * DAY_MS;
/** The platform goes back as far by itself. An installation that is younger is not asked either. */
const OLD_COPY_MS = 30 * DAY_MS;
/** Mail that came back before is known by now. */
const RETURNED_MS = 7 * DAY_MS;
/** 10 min: an event that fails is tried again at most 5 minutes later. */
const LATE_EVENT_SECONDS = 600;

/** The page waits for the slowest look. */
const LOOK_MS = 5 * SECOND_MS;

/** Where it runs is added to all of them together. */
type Item = Omit<AttentionItem, 'isMachine'>;
type ItemFacts = Partial<Item> & Pick<Item, 'kind'>;

const item = (found: ItemFacts): Item => ({
  level: 'waiting',
  count: 1,
  sinceMs: null,
  subject: '',
  detail: '',
  ...found,
});

const first = (times: readonly number[]): number | null => (times.length > 0 ? Math.min(...times) : null);

async function machineItems({ outlook, clock }: AttentionDeps): Promise<Item[]> {
  const { failing, events, oldestEventSeconds, lateAlarms, late, backupMs, isMachine } = await outlook();
  const nowMs = clock.nowMs();
  // A full disk is reported with its numbers.
  const items = failing
    .filter(({ part }) => part !== 'disk')
    .map(({ part, sinceMs }) => item({ kind: 'part', level: 'broken', subject: part, sinceMs }));
  if (lateAlarms > 0)
    items.push(
      item({ kind: 'alarms', level: 'broken', count: lateAlarms, sinceMs: first(late.map(({ atMs }) => atMs)) }),
    );
  if (oldestEventSeconds > LATE_EVENT_SECONDS)
    items.push(
      item({ kind: 'events', level: 'broken', count: events, sinceMs: nowMs - oldestEventSeconds * SECOND_MS }),
    );
  if (isMachine && (backupMs === null || backupMs < nowMs - OLD_BACKUP_MS))
    items.push(item({ kind: 'backup', sinceMs: backupMs }));
  return items;
}

/** Where the platform stores everything: a copy of one's own. */
async function copyItems({ isMachine, documents, clock }: AttentionDeps): Promise<Item[]> {
  if (isMachine) return [];
  const { backupMs, firstOperatorMs } = await documents.backupTimes();
  const oldMs = clock.nowMs() - OLD_COPY_MS;
  const isAsked = firstOperatorMs !== null && firstOperatorMs < oldMs && (backupMs === null || backupMs < oldMs);
  return isAsked ? [item({ kind: 'copy', sinceMs: backupMs })] : [];
}

const inMebibytes = (bytes: number): string => `${Math.floor(bytes / MIB).toLocaleString('en-US')} MiB`;

async function healthItems({ health }: AttentionDeps): Promise<Item[]> {
  const found = await health();
  if (!found) return [];
  const { disk, damaged } = found;
  const items = damaged.map(({ className, id, name, what, remedy }) =>
    item({ kind: 'damaged', level: 'broken', subject: `${className} ${name}: ${what}`, detail: `${id} · ${remedy}` }),
  );
  if (disk.level === 'ample') return items;
  const space = `${inMebibytes(disk.freeBytes)} free, and ${inMebibytes(disk.watermarkBytes)} are kept for deleting. Reading, deleting and signing in go on; free space to add again.`;
  return [item({ kind: 'disk', level: 'broken', subject: disk.level, detail: space }), ...items];
}

async function deskItems(deps: AttentionDeps): Promise<Item[]> {
  const [inbox, reports] = await Promise.all([
    deskOf<typeof reportsPart>(deps, INBOX_NAME).waiting(),
    reportsOf(deps).waiting(),
  ]);
  const { messages } = unwrap(inbox);
  const { open, appealed } = unwrap(reports);
  const all = [
    item({ kind: 'messages', ...messages }),
    item({ kind: 'reports', ...open }),
    item({ kind: 'appeals', ...appealed }),
  ];
  return all.filter(({ count }) => count > 0);
}

async function paymentItems({ billing }: AttentionDeps): Promise<Item[]> {
  const { problems } = await billing.paymentDesk();
  if (problems.length === 0) return [];
  const sinceMs = first(problems.map(({ atMs }) => atMs));
  return [item({ kind: 'payments', level: 'broken', count: problems.length, sinceMs })];
}

async function invitationItems({ invitationDesk }: AttentionDeps): Promise<Item[]> {
  const held = await invitationDesk.heldInvitations();
  if (held.length === 0) return [];
  return [item({ kind: 'invitations', count: held.length, sinceMs: first(held.map(({ atMs }) => atMs)) })];
}

async function documentItems({ documents, clock }: AttentionDeps): Promise<Item[]> {
  const [all, broken] = await Promise.all([documents.overview(), documents.brokenAct()]);
  const oldMs = clock.nowMs() - OLD_DRAFT_MS;
  const drafts = all
    .filter(({ hasDraft, draftMs }) => hasDraft && draftMs < oldMs)
    .map(({ name, draftMs }) =>
      item({ kind: 'drafts', subject: DOCUMENTS[name].title, detail: name, sinceMs: draftMs }),
    );
  return broken === null ? drafts : [item({ kind: 'log', level: 'broken', subject: String(broken) }), ...drafts];
}

async function mailItems({ mail, clock }: AttentionDeps): Promise<Item[]> {
  const [returned, { count, sinceMs, reason }] = await Promise.all([
    mail.countReturned(clock.nowMs() - RETURNED_MS),
    mail.waiting(),
  ]);
  const items = returned.count > 0 ? [item({ kind: 'returned', level: 'note', ...returned })] : [];
  return count > 0 ? [item({ kind: 'letters', level: 'broken', count, sinceMs, subject: reason }), ...items] : items;
}

async function peopleItems({ admin }: AttentionDeps): Promise<Item[]> {
  const { count, firstMs } = await countClosing(admin);
  return count > 0 ? [item({ kind: 'closing', level: 'note', count, sinceMs: firstMs })] : [];
}

async function jobItems({ admin }: AttentionDeps): Promise<Item[]> {
  const jobs = await countJobs(admin);
  return jobs.count > 0 ? [item({ kind: 'jobs', level: 'broken', ...jobs })] : [];
}

/** The looks, by the name under which a failure is shown. */
const LOOKS: Readonly<Record<string, (deps: AttentionDeps) => Promise<Item[]>>> = {
  'the parts of the server': machineItems,
  'the disk and the objects': healthItems,
  'the newest copy': copyItems,
  'messages and reports': deskItems,
  payments: paymentItems,
  invitations: invitationItems,
  'documents and their log': documentItems,
  'letters that wait or came back': mailItems,
  'the list of people': peopleItems,
  'the list of jobs': jobItems,
};

const LEVELS = ['broken', 'waiting', 'note'];
const rankOf = ({ level, kind }: Item): number =>
  LEVELS.indexOf(level) * ATTENTION_KINDS.length + ATTENTION_KINDS.indexOf(kind satisfies AttentionKind);

/** Most urgent first. */
export async function attention(deps: AttentionDeps): Promise<readonly AttentionItem[]> {
  const found = await Promise.all(
    Object.entries(LOOKS).map(async ([subject, look]) => {
      try {
        return await inTime(look(deps), LOOK_MS);
      } catch (error) {
        logError('ops.attention', error, { of: subject });
        return [item({ kind: 'unread', level: 'broken', subject })];
      }
    }),
  );
  const { isMachine } = deps;
  const all = found.flat();
  const waits = all.some(({ kind }) => kind === 'letters');
  return all
    .filter(({ kind, subject }) => !(waits && kind === 'part' && subject === 'mail'))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((each) => ({ ...each, isMachine }));
}
