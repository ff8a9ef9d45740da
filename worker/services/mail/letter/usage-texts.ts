/** Texts of letters about using the drive: arrivals, endings, nearly full storage, and hints. */
import { makeFormat } from '#shared/locale/format.ts';
import { isolated } from '#shared/locale/isolated.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import type { Letter } from '../service.ts';
import type { LetterTexts } from './letter-shape.ts';

type Texts = Omit<LetterTexts, 'footer'>;
export type UsageLetterKind =
  | 'link-sent'
  | 'links-end'
  | 'link-visited'
  | 'files-collected'
  | 'storage-full'
  | 'traffic-full'
  | 'invited'
  | 'folder-offered'
  | 'reward-granted'
  | 'welcome';

export function usageTexts(kind: UsageLetterKind, letter: Letter, translator: Translator, appOrigin: string): Texts {
  switch (kind) {
    case 'links-end':
      return endTexts(letter, translator, appOrigin);
    case 'link-sent':
      return sentTexts(letter, translator, appOrigin);
    case 'link-visited':
      return visitedTexts(letter, translator, appOrigin);
    case 'files-collected':
      return collectedTexts(letter, translator, appOrigin);
    case 'storage-full':
    case 'traffic-full':
      return fullTexts(kind, letter, translator, appOrigin);
    case 'reward-granted':
      return rewardTexts(letter, translator, appOrigin);
    case 'welcome':
      return welcomeTexts(translator, appOrigin);
    default:
      return grantTexts(kind, letter, translator, appOrigin);
  }
}

function endTexts({ dateMs, writtenMs, about, path }: Letter, { t, tn, locale }: Translator, appOrigin: string): Texts {
  const date = makeFormat(locale).date(dateMs ?? writtenMs);
  return {
    subject: t('mail.link.ends.subject', { date }),
    title: t('mail.link.ends.title'),
    lead: tn('mail.link.ends.lead', Number(about ?? 1), { date }),
    code: '',
    link: { label: t('mail.link.ends.action'), url: `${appOrigin}${path ?? `${href('drive.shares')}?sort=ends`}` },
    notes: [t('mail.expiry.files')],
  };
}

/** Goes to strangers: nothing in it is of the sender but the public name, which has no address and no link. */
function sentTexts({ path = '/', about: name = '' }: Letter, { t }: Translator, appOrigin: string): Texts {
  const title = name === '' ? t('mail.sent.title_masked') : t('mail.sent.title', { name: isolated(name) });
  const url = `${appOrigin}${path}`;
  return {
    subject: name === '' ? title : t('mail.sent.title', { name }),
    title,
    lead: t('mail.sent.lead'),
    code: '',
    link: { label: t('mail.sent.action'), url },
    notes: [t('mail.sent.code'), t('mail.sent.stranger')],
    ways: [{ label: t('mail.sent.report'), url: `${url}/report` }],
  };
}

function visitedTexts({ path = href('drive.shares') }: Letter, { t }: Translator, appOrigin: string): Texts {
  const subject = t('mail.visited.title');
  return {
    subject,
    title: subject,
    lead: t('mail.visited.lead'),
    code: '',
    link: { label: t('mail.visited.action'), url: `${appOrigin}${path}` },
    notes: [],
  };
}

function collectedTexts({ about, path }: Letter, { t, tn }: Translator, appOrigin: string): Texts {
  const files = Number(about ?? 1);
  return {
    subject: tn('mail.collected.subject', files),
    title: t('mail.collected.title'),
    lead: tn('mail.collected.lead', files),
    code: '',
    link: { label: t('mail.collected.action'), url: `${appOrigin}${path ?? href('drive.all')}` },
    notes: [],
  };
}

const TRAFFIC_LEADS = {
  upload: 'mail.full.traffic.upload',
  offline: 'mail.full.traffic.offline',
  download: 'mail.full.traffic.download',
} as const;
const isTraffic = (text: string): text is keyof typeof TRAFFIC_LEADS => Object.hasOwn(TRAFFIC_LEADS, text);

function fullTexts(
  kind: 'storage-full' | 'traffic-full',
  letter: Letter,
  { t, locale }: Translator,
  appOrigin: string,
): Texts {
  const { about = '', usedBytes = 0, limitBytes = 0, dateMs, writtenMs, path = href('drive.storage') } = letter;
  const format = makeFormat(locale);
  const has = { used: format.bytes(usedBytes), limit: format.bytes(limitBytes) };
  const url = `${appOrigin}${path}`;
  if (kind === 'storage-full') {
    const subject = t('mail.full.storage.subject');
    const link = { label: t('mail.full.storage.action'), url };
    return {
      subject,
      title: subject,
      lead: t('mail.full.storage.lead', has),
      code: '',
      link,
      notes: [t('mail.full.storage.note')],
    };
  }
  const subject = t('mail.full.traffic.subject');
  const lead = t(TRAFFIC_LEADS[isTraffic(about) ? about : 'download'], {
    ...has,
    date: format.date(dateMs ?? writtenMs),
  });
  return { subject, title: subject, lead, code: '', link: { label: t('mail.full.traffic.action'), url }, notes: [] };
}

/** Names of people and folders are in the page alone: a letter carries no words of strangers. */
function grantTexts(
  kind: 'invited' | 'folder-offered',
  { path = href('drive.common') }: Letter,
  { t }: Translator,
  appOrigin: string,
): Omit<LetterTexts, 'footer'> {
  const url = `${appOrigin}${path}`;
  if (kind === 'invited')
    return {
      subject: t('mail.invited.subject'),
      title: t('mail.invited.title'),
      lead: t('mail.invited.lead'),
      code: '',
      link: { label: t('mail.invited.action'), url },
      notes: [t('mail.invited.note')],
    };
  return {
    subject: t('mail.offered.subject'),
    title: t('mail.offered.title'),
    lead: t('mail.offered.lead'),
    code: '',
    link: { label: t('mail.offered.action'), url },
    notes: [t('mail.offered.note')],
  };
}

/** The words of the notification: both are made of the same event. */
function rewardTexts({ about }: Letter, { t, tn }: Translator, appOrigin: string): Texts {
  const subject = tn('drive.bell.reward', Number(about ?? 1));
  return {
    subject,
    title: subject,
    lead: t('drive.bell.reward.text'),
    code: '',
    link: { label: t('mail.reward.action'), url: `${appOrigin}${href('site.referral')}` },
    notes: [],
  };
}

function welcomeTexts({ t }: Translator, appOrigin: string) {
  return {
    subject: t('mail.welcome.subject'),
    title: t('mail.welcome.title'),
    lead: t('mail.welcome.lead'),
    code: '',
    link: { label: t('mail.welcome.action'), url: `${appOrigin}${href('drive.all')}` },
    notes: [t('mail.welcome.share', { button: t('drive.action.share') }), t('mail.welcome.safe')],
  };
}
