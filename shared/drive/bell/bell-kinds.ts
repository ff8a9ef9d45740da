/** Kinds of notifications, their categories, and what is stored of each. A new kind: a row here, its texts in bell-texts.ts. */

/** Categories that a person may switch off. Notifications of none are always shown. */
export const BELL_TOPICS = ['account', 'sharing', 'opened', 'storage', 'tips', 'tasks'] as const;
export type BellTopic = (typeof BELL_TOPICS)[number];

/** Kind -> its category; '' for security, decisions and payments, which are always shown. */
export const BELL_TOPIC_OF = {
  'new-device': '',
  'password-changed': '',
  'two-factor-on': '',
  'two-factor-off': '',
  'recovery-codes-renewed': '',
  'passkey-added': '',
  'passkey-removed': '',
  'app-password-made': '',
  'provider-linked': '',
  'provider-removed': '',
  'email-changed': '',
  'phone-changed': '',
  'account-frozen': '',
  'account-closing': '',
  'factors-leaving': '',
  'factors-removed': '',
  'link-closed': '',
  'link-opened': '',
  'link-upheld': '',
  'name-reset': '',
  'payment-received': '',
  'renewal-failed': '',
  'plan-ends': 'account',
  'plan-ended': 'account',
  'links-end': 'sharing',
  'link-visited': 'opened',
  'files-collected': 'sharing',
  invited: 'sharing',
  'folder-offered': 'sharing',
  'invitation-accepted': 'sharing',
  'storage-full': 'storage',
  'traffic-full': 'storage',
  'reward-granted': 'tips',
  'fetch-done': 'tasks',
  'fetch-failed': 'tasks',
  'save-done': 'tasks',
} as const satisfies Readonly<Record<string, BellTopic | ''>>;

export type BellKind = keyof typeof BELL_TOPIC_OF;
export const BELL_KINDS = Object.keys(BELL_TOPIC_OF) as [BellKind, ...BellKind[]];

/**
 * Results of what the person did. Devices that want them show them; the bell does not count or list them: the page of tasks and that of
 * orders do.
 */
export const OWN_KINDS = ['fetch-done', 'save-done', 'payment-received'] as const satisfies readonly BellKind[];

/** The values of a text, never the text: it is made when it is read, in the language of its reader. */
export interface BellData {
  /** How many files, links or days. */
  readonly count?: number;
  /** Of a person, as that person or the owner wrote it. */
  readonly person?: string;
  /** Of a file or folder. */
  readonly name?: string;
  /** A device; what ends (`premium`, `storage`); which traffic it is (`upload`, `offline`, `download`). */
  readonly about?: string;
  readonly usedBytes?: number;
  readonly limitBytes?: number;
  readonly dateMs?: number;
  /** The place that it leads to. */
  readonly nodeId?: string;
  readonly shareId?: string;
  readonly orderId?: string;
  /** Length of the bought period. */
  readonly months?: number;
  readonly days?: number;
}

export interface BellItem {
  readonly id: string;
  readonly kind: BellKind;
  readonly data: BellData;
  readonly atMs: number;
  readonly isRead: boolean;
}

/** Newer ones push out the oldest. */
export const BELL_MOST = 100;
export const BELL_DAYS = 90;
