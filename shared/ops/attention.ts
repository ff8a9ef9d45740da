/** Items that need an operator: kinds, and the sentences that the first page of the console and `bin/magpie health` share. In English. Pure. */
import { ATTENTION_RIGHTS, hasRight, type OperatorRole, pageRight } from '#shared/operator-rights.ts';

const TROUBLESHOOTING = 'docs/troubleshooting.md#the-server-runs';
/** Where the log of a Worker is said to be. */
const WORKER_LOG = 'docs/install-cloudflare.md#afterwards';

/** Parts of the server that are looked at. */
const PART_NAMES: Readonly<Record<string, string>> = {
  objects: 'Stored objects do not answer',
  store: 'The store of contents does not answer',
  kv: 'The key-value store does not answer',
  mail: 'The mail relay cannot be reached, or takes no mail',
  clock: 'The clock of the server is wrong',
  disk: 'The disk is nearly full',
};

export type AttentionKind = keyof typeof ATTENTION_RIGHTS;
/** In the order of the list. */
export const ATTENTION_KINDS = Object.keys(ATTENTION_RIGHTS) as AttentionKind[];

/**
 * `broken`: something does not work, or money is wrong. `waiting`: a person waits for an operator. `note`: to be known; nothing has to be done now.
 */
export type AttentionLevel = 'broken' | 'waiting' | 'note';

export interface AttentionItem {
  readonly kind: AttentionKind;
  readonly level: AttentionLevel;
  readonly count: number;
  /** Since when, epoch ms; null unknown. Of accounts that will be deleted: when the first one will be. */
  readonly sinceMs: number | null;
  /** A part, an object, a document, an act, or the answer of a relay; '' for none. */
  readonly subject: string;
  /** More about it for the operator; '' for none. */
  readonly detail: string;
  /** False on Cloudflare: its log, checks and backups are elsewhere. */
  readonly isMachine: boolean;
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** A page of the console; or a command, an address or a place of the documentation to look at. */
export type Remedy = { readonly section: string; readonly label: string } | { readonly command: string };

interface Texts {
  readonly title: (item: AttentionItem) => string;
  /** The next step. */
  readonly advice: string;
  readonly remedy: (item: AttentionItem) => Remedy;
}

const TEXTS: Readonly<Record<AttentionKind, Texts>> = {
  part: {
    title: ({ subject }) => PART_NAMES[subject] ?? subject,
    advice:
      'The log of the server has the errors; the page of checks shows when it works again. docs/troubleshooting.md says what each check means.',
    remedy: () => ({ command: '/readyz' }),
  },
  letters: {
    title: ({ count, subject }) =>
      `Mail waits: ${counted(count, 'letter', 'letters')}${subject === '' ? '' : `. Newest refusal: ${subject}`}`,
    advice: 'They are tried again by themselves. The page of letters tries one at once, and sends a test letter.',
    remedy: () => ({ section: 'letters', label: 'See the letters' }),
  },
  disk: {
    title: ({ subject }) =>
      `The server’s disk is ${subject === 'critical' ? 'full' : 'nearly full'}: nothing can be added`,
    advice: 'Reading, deleting and signing in go on. Free space on the disk, or move the state folder to a larger one.',
    remedy: () => ({ command: TROUBLESHOOTING }),
  },
  damaged: {
    title: ({ subject }) => `Damaged: ${subject}`,
    advice: 'Only its own part of the server is closed. A backup has it: docs/backup.md.',
    remedy: () => ({ command: 'bin/magpie audit' }),
  },
  log: {
    title: ({ subject }) => `The log of operators was changed at act ${subject}`,
    advice: 'An act was altered, removed or put between others. Compare the log with a backup.',
    remedy: () => ({ command: 'bin/magpie audit' }),
  },
  alarms: {
    title: ({ count }) => counted(count, 'alarm is late', 'alarms are late'),
    advice: 'Work of these objects has not run when it should.',
    remedy: () => ({ section: 'jobs', label: 'See them' }),
  },
  jobs: {
    title: ({ count }) => counted(count, 'job failed or is stuck', 'jobs failed or are stuck'),
    advice: 'Try them again, or take them off the list.',
    remedy: () => ({ section: 'jobs', label: 'See the jobs' }),
  },
  events: {
    title: ({ count }) => counted(count, 'event waits for delivery', 'events wait for delivery'),
    advice: 'Letters, counts and lists come late. The log of the server says which handler fails.',
    remedy: () => ({ command: TROUBLESHOOTING }),
  },
  payments: {
    title: ({ count }) => counted(count, 'payment needs a look', 'payments need a look'),
    advice: 'Refund, grant by hand or ask the provider; then close each with a note.',
    remedy: () => ({ section: 'payments', label: 'See the problems' }),
  },
  appeals: {
    title: ({ count }) => counted(count, 'owner objects to a decision', 'owners object to decisions'),
    advice: 'Another operator than the one who decided should look.',
    remedy: () => ({ section: 'reports?state=appealed', label: 'See the cases' }),
  },
  reports: {
    title: ({ count }) => counted(count, 'reported link waits', 'reported links wait'),
    advice: 'The heaviest case is first.',
    remedy: () => ({ section: 'reports?state=open', label: 'See the cases' }),
  },
  invitations: {
    title: ({ count }) => counted(count, 'invitation is held', 'invitations are held'),
    advice: 'Release or refuse each; the free days of both people wait for it.',
    remedy: () => ({ section: 'invitations', label: 'Decide' }),
  },
  messages: {
    title: ({ count }) => counted(count, 'new message', 'new messages'),
    advice: 'Answer them, and mark each as done.',
    remedy: () => ({ section: 'messages?state=new', label: 'Read' }),
  },
  returned: {
    title: ({ count }) => `Mail to ${counted(count, 'address', 'addresses')} came back in the last 7 days`,
    advice: 'One address is a person’s own; many at once are a block of the mail service.',
    remedy: () => ({ command: 'bin/magpie mail status ADDRESS' }),
  },
  backup: {
    title: ({ sinceMs }) =>
      sinceMs === null ? 'No backup of this server is known' : 'The newest backup is older than 7 days',
    advice: 'It is made while the server runs. Best on another disk, every night.',
    remedy: () => ({ command: 'bin/magpie backup --to FOLDER' }),
  },
  copy: {
    title: ({ sinceMs }) =>
      sinceMs === null ? 'No backup of this server is known' : 'The newest backup is older than 30 days',
    advice:
      'Cloudflare goes back 30 days, and not at all when the account is lost. A copy on your own disk covers both: docs/backup-cloudflare.md.',
    remedy: () => ({ command: 'bin/magpie backup --url ADDRESS --to FOLDER' }),
  },
  drafts: {
    title: ({ subject }) => `A draft of “${subject}” is older than 7 days`,
    advice: 'Publish it or discard it.',
    remedy: ({ detail }) => ({ section: detail, label: 'Open the draft' }),
  },
  closing: {
    title: ({ count }) => counted(count, 'account will be deleted', 'accounts will be deleted'),
    advice: 'Their people, or an operator, can still take it back.',
    remedy: () => ({ section: 'people?status=CLOSING', label: 'See the accounts' }),
  },
  unread: {
    title: ({ subject }) => `Could not be read: ${subject}`,
    advice: 'The rest of this list is right. The log of the server has the error.',
    remedy: () => ({ command: '/readyz' }),
  },
};

/** In place of {@link TEXTS} where the platform runs the server. */
const PLATFORM_TEXTS: { readonly [K in AttentionKind]?: Pick<Texts, 'advice' | 'remedy'> } = {
  part: {
    advice:
      'Workers Logs, in the dashboard of Cloudflare, have the errors. When it goes on for minutes, Cloudflare may have an incident: cloudflarestatus.com.',
    remedy: () => ({ command: WORKER_LOG }),
  },
  damaged: {
    advice: 'Only its own part of the server is closed. A backup of yours has it, and Cloudflare goes back 30 days.',
    remedy: () => ({ command: 'docs/backup-cloudflare.md' }),
  },
  log: {
    advice:
      'An act was altered, removed or put between others. Compare the log with that of a backup, which is audited as it is rehearsed.',
    remedy: () => ({ command: 'bin/magpie rehearse --from FOLDER' }),
  },
  events: {
    advice: 'Letters, counts and lists come late. Workers Logs say which handler fails.',
    remedy: () => ({ command: WORKER_LOG }),
  },
  unread: {
    advice:
      'The rest of this list is right. Workers Logs, in the dashboard of Cloudflare, have the error as ops.attention.',
    remedy: () => ({ command: WORKER_LOG }),
  },
};

/** Those that the role may do something about. Details of a draft are the name of its document. */
export function attentionFor(role: OperatorRole, items: readonly AttentionItem[]): AttentionItem[] {
  return items.filter(({ kind, detail }) => {
    const asked = ATTENTION_RIGHTS[kind];
    return hasRight(role, asked === 'document' ? pageRight(detail) : asked);
  });
}

export interface AttentionTexts {
  readonly title: string;
  readonly advice: string;
  readonly remedy: Remedy;
}

export function textsOfAttention(item: AttentionItem): AttentionTexts {
  const { title } = TEXTS[item.kind];
  const { advice, remedy } = (item.isMachine ? undefined : PLATFORM_TEXTS[item.kind]) ?? TEXTS[item.kind];
  // Details of a draft are the name of its document; others are for the reader.
  return {
    title: title(item),
    advice: item.kind === 'drafts' || item.detail === '' ? advice : item.detail,
    remedy: remedy(item),
  };
}
