/** Texts and places of notifications, in the language of their reader. Pure. */
import { asNodeId, asShareId } from '#shared/ids.ts';
import { makeFormat } from '#shared/locale/format.ts';
import { isolated } from '#shared/locale/isolated.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { expiryTexts } from '#shared/mail/expiry-texts.ts';
import type { GrantItem } from '#shared/membership/ledger.ts';
import { productName } from '#shared/membership/product-name.ts';
import { href } from '#shared/routes.ts';
import type { BellItem, BellKind } from './bell-kinds.ts';

export interface BellTexts {
  /** Never with words of a stranger. */
  readonly title: string;
  /** '' for none. May name people, files and folders. */
  readonly text: string;
}

type Item = Pick<BellItem, 'kind' | 'data' | 'atMs'>;
type Write = (item: Item, translator: Translator, timeZone: string) => BellTexts;

const TRAFFIC = {
  upload: 'mail.full.traffic.upload',
  offline: 'mail.full.traffic.offline',
  download: 'mail.full.traffic.download',
} as const;
const isTraffic = (text: string): text is keyof typeof TRAFFIC => Object.hasOwn(TRAFFIC, text);

/** Premium or extra storage, and whether it has ended or will. */
function planEnd(stage: 'ends' | 'ended'): Write {
  return (item, translator, timeZone) => {
    const { about, limitBytes = 0 } = item.data;
    const size = about === 'storage' ? makeFormat(translator.locale).bytes(limitBytes) : '';
    const { title, lead } = expiryTexts(translator, stage, size, dateOf(item, translator, timeZone));
    return { title, text: lead };
  };
}

/** The grant of an order, from the values that are stored of it. */
function boughtBy({ data: { about = '', limitBytes: bytes = 0, months = 0, days = 0 } }: Item): GrantItem {
  if (isTraffic(about)) return { type: 'traffic', traffic: about, bytes, months, days };
  return about === 'storage'
    ? { type: 'storage', bytes, months, days }
    : { type: 'premium', region: 'global', months, days };
}

const filled = ({ data: { usedBytes = 0, limitBytes = 0 } }: Item, { locale }: Translator) => {
  const format = makeFormat(locale);
  return { used: format.bytes(usedBytes), limit: format.bytes(limitBytes) };
};

const dateOf = ({ data, atMs }: Item, { locale }: Translator, timeZone: string) =>
  makeFormat(locale, timeZone).date(data.dateMs ?? atMs);

/** Who, and what: `Anna · Holiday`. */
const named = ({ data: { person = '', name = '' } }: Item): string =>
  [person, name]
    .filter((each) => each !== '')
    .map(isolated)
    .join(' · ');

type Dated =
  | 'mail.changed'
  | 'mail.factor.on'
  | 'mail.factor.off'
  | 'mail.factor.codes'
  | 'mail.factor.passkey'
  | 'mail.factor.removed'
  | 'mail.factor.program'
  | 'mail.factor.linked'
  | 'mail.factor.unlinked';
type Account = 'mail.account.phone' | 'mail.account.frozen' | 'mail.account.closing' | 'mail.account.left';

/** A change of the account on a day. */
function dated(title: `${Dated}.title` | `${Account}.subject`, lead: `${Dated | Account}.lead`): Write {
  return (item, translator, timeZone) => ({
    title: translator.t(title),
    text: translator.t(lead, { date: dateOf(item, translator, timeZone) }),
  });
}

const WRITERS: Readonly<Record<BellKind, Write>> = {
  'new-device': (item, translator, timeZone) => ({
    title: translator.t('mail.account.device.subject'),
    text: translator.t('mail.account.device.lead', {
      device: item.data.about || translator.t('auth.account.devices.unknown'),
      date: makeFormat(translator.locale, timeZone).dateAndTime(item.atMs),
    }),
  }),
  'password-changed': dated('mail.changed.title', 'mail.changed.lead'),
  'two-factor-on': dated('mail.factor.on.title', 'mail.factor.on.lead'),
  'two-factor-off': dated('mail.factor.off.title', 'mail.factor.off.lead'),
  'recovery-codes-renewed': dated('mail.factor.codes.title', 'mail.factor.codes.lead'),
  'passkey-added': dated('mail.factor.passkey.title', 'mail.factor.passkey.lead'),
  'passkey-removed': dated('mail.factor.removed.title', 'mail.factor.removed.lead'),
  'app-password-made': dated('mail.factor.program.title', 'mail.factor.program.lead'),
  'provider-linked': dated('mail.factor.linked.title', 'mail.factor.linked.lead'),
  'provider-removed': dated('mail.factor.unlinked.title', 'mail.factor.unlinked.lead'),
  'email-changed': (_, { t }) => ({ title: t('mail.account.email.subject'), text: '' }),
  'phone-changed': dated('mail.account.phone.subject', 'mail.account.phone.lead'),
  'account-frozen': dated('mail.account.frozen.subject', 'mail.account.frozen.lead'),
  'account-closing': dated('mail.account.closing.subject', 'mail.account.closing.lead'),
  'factors-leaving': (item, translator, timeZone) => ({
    title: translator.t('mail.account.leaving.subject'),
    text: translator.t('mail.account.leaving.lead', {
      date: makeFormat(translator.locale, timeZone).dateAndTime(item.data.dateMs ?? item.atMs),
    }),
  }),
  'factors-removed': dated('mail.account.left.subject', 'mail.account.left.lead'),
  'link-closed': (_, { t }) => ({ title: t('mail.case.closed.subject'), text: t('drive.bell.closed.text') }),
  'link-opened': (_, { t }) => ({ title: t('mail.case.opened.subject'), text: t('mail.case.opened.lead') }),
  'link-upheld': (_, { t }) => ({ title: t('mail.case.upheld.subject'), text: t('drive.bell.upheld.text') }),
  'name-reset': (_, { t }) => ({ title: t('drive.bell.name_reset'), text: t('drive.bell.name_reset.text') }),
  'payment-received': (item, translator, timeZone) => {
    const product = productName(boughtBy(item), translator, makeFormat(translator.locale));
    return {
      title: translator.t('mail.receipt.title'),
      text: translator.t('mail.receipt.lead', { date: dateOf(item, translator, timeZone), product }),
    };
  },
  'renewal-failed': (item, translator, timeZone) => ({
    title: translator.t('mail.renewal.title'),
    text: translator.t('mail.renewal.lead', { date: dateOf(item, translator, timeZone) }),
  }),
  'plan-ends': planEnd('ends'),
  'plan-ended': planEnd('ended'),
  'links-end': (item, translator, timeZone) => ({
    title: translator.t('mail.link.ends.title'),
    text: translator.tn('mail.link.ends.lead', item.data.count ?? 1, { date: dateOf(item, translator, timeZone) }),
  }),
  'link-visited': (item, { t }) => ({ title: t('mail.visited.title'), text: named(item) }),
  'files-collected': (item, { tn }) => ({
    title: tn('mail.collected.subject', item.data.count ?? 1),
    text: named(item),
  }),
  invited: (item, { t }) => ({ title: t('mail.invited.title'), text: named(item) }),
  'folder-offered': (item, { t }) => ({ title: t('mail.offered.title'), text: named(item) }),
  'invitation-accepted': (item, { t }) => ({ title: t('drive.bell.accepted'), text: named(item) }),
  'storage-full': (item, translator) => ({
    title: translator.t('mail.full.storage.subject'),
    text: translator.t('mail.full.storage.lead', filled(item, translator)),
  }),
  'traffic-full': (item, translator) => {
    const { about = '', dateMs } = item.data;
    const date = makeFormat(translator.locale).date(dateMs ?? item.atMs);
    return {
      title: translator.t('mail.full.traffic.subject'),
      text: translator.t(TRAFFIC[isTraffic(about) ? about : 'download'], { ...filled(item, translator), date }),
    };
  },
  'reward-granted': ({ data }, { t, tn }) => ({
    title: tn('drive.bell.reward', data.count ?? 1),
    text: t('drive.bell.reward.text'),
  }),
  'fetch-done': (item, { tn }) => ({ title: tn('drive.bell.fetched', item.data.count ?? 1), text: named(item) }),
  'fetch-failed': (item, { tn }) => ({ title: tn('drive.bell.failed', item.data.count ?? 1), text: named(item) }),
  'save-done': (item, { t }) => ({ title: t('drive.bell.saved'), text: named(item) }),
};

export function bellTexts(item: Item, translator: Translator, timeZone = 'UTC'): BellTexts {
  return WRITERS[item.kind](item, translator, timeZone);
}

const PLACES: Readonly<Record<BellKind, (item: Item) => string>> = {
  'new-device': () => `${href('account.settings')}#devices`,
  'password-changed': security,
  'two-factor-on': security,
  'two-factor-off': security,
  'recovery-codes-renewed': security,
  'passkey-added': security,
  'passkey-removed': security,
  'app-password-made': () => href('account.programs'),
  'provider-linked': security,
  'provider-removed': security,
  'email-changed': () => href('account.settings'),
  'phone-changed': () => href('account.settings'),
  'account-frozen': security,
  'account-closing': () => href('account.settings'),
  'factors-leaving': () => href('account.factors'),
  'factors-removed': security,
  'link-closed': decision,
  'link-opened': decision,
  'link-upheld': decision,
  'name-reset': () => `${href('account.settings')}#profile`,
  'payment-received': ({ data: { orderId } }) =>
    orderId ? href('payment.order', { orderId }) : href('payment.orders'),
  'renewal-failed': () => href('payment.orders'),
  'plan-ends': plan,
  'plan-ended': plan,
  'links-end': () => `${href('drive.shares')}?sort=ends`,
  'link-visited': ({ data: { shareId } }) => `${href('drive.shares')}${shareId ? `?link=${shareId}` : ''}`,
  'files-collected': ({ data: { nodeId } }) =>
    nodeId ? `${href('drive.collect', { folderId: asNodeId(nodeId) })}#received` : href('drive.all'),
  invited: () => href('drive.common'),
  'folder-offered': () => href('drive.common'),
  'invitation-accepted': ({ data: { nodeId } }) =>
    nodeId ? href('drive.people', { nodeId: asNodeId(nodeId) }) : href('drive.all'),
  'storage-full': () => href('drive.storage'),
  'traffic-full': () => href('drive.storage'),
  'reward-granted': () => href('site.referral'),
  'fetch-done': () => href('drive.tasks'),
  'fetch-failed': () => href('drive.tasks'),
  'save-done': folder,
};

function security(): string {
  return href('account.security');
}

function decision({ data: { shareId } }: Item): string {
  return shareId ? href('share.decision', { shareId: asShareId(shareId) }) : href('drive.shares');
}

function plan({ data: { about } }: Item): string {
  return about === 'storage' ? href('drive.payment-storage') : href('drive.payment');
}

function folder({ data: { nodeId } }: Item): string {
  return nodeId ? href('drive.folder', { folderId: asNodeId(nodeId) }) : href('drive.all');
}

/** The page about it, below the origin. */
export function bellPath(item: Item): string {
  return PLACES[item.kind](item);
}
