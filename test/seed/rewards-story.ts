/** The rules of rewards, written again from the decisions 0338, 0339 and 0350 and from nothing of the product: the product is compared with them. */
import { LOCALES } from '#shared/locale/tags.ts';
import { DAY_MS, HOUR_MS } from '#shared/units.ts';

/** Premium of each day of a series; 0 gives nothing. */
const SERIES = [0, 2, 0, 1, 3] as const;
const TERMS = {
  open: true,
  newcomerDays: 1,
  invitedDays: 4,
  inviterDays: 3,
  waitHours: 24,
  perMonth: 3,
  inAll: 5,
} as const;
/** People of one network that one person may bring before the rest wait for a look. */
const NETWORK_PEOPLE = 3;
const MOST_ANCESTORS = 10;
/** Offsets of every kind: whole, half and quarter hours, and the first and the last date of the world. */
export const ZONES = [
  'Pacific/Kiritimati',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'Asia/Tokyo',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Tehran',
  'Europe/Berlin',
  'UTC',
  'America/St_Johns',
  'America/New_York',
  'Pacific/Marquesas',
  'Pacific/Pago_Pago',
] as const;

interface CheckedIn {
  readonly date: string;
  readonly zone: string;
  readonly movedMs: number;
  readonly atMs: number;
  readonly length: number;
}

/** A person that an inviter brought, as the rules judge it. */
interface Came {
  readonly by: Member;
  readonly state: 'granted' | 'held' | 'capped';
  readonly reason: string;
}

/** One person of the story. */
export interface Member {
  readonly email: string;
  readonly device: string;
  readonly address: string;
  /** Names another one after a journey. */
  zone: string;
  userId: string;
  createdMs: number;
  /** False until the call of a new person was made. */
  hasArrived: boolean;
  /** The person whose code counted, that one's inviter and so on, as of the arrival. */
  ancestors: readonly Member[];
  /** The days that the code promised were given at once. */
  isAccepted: boolean;
  readonly checkIns: CheckedIn[];
  readonly credits: Set<string>;
  readonly came: Came[];
}

export function newMember(of: Pick<Member, 'email' | 'device' | 'address' | 'zone' | 'userId' | 'createdMs'>): Member {
  const story = {
    hasArrived: false,
    ancestors: [],
    isAccepted: false,
    checkIns: [],
    credits: new Set<string>(),
    came: [],
  };
  return { ...of, ...story };
}

const dateOf = (zone: string, ms: number): string => new Date(ms).toLocaleDateString('sv-SE', { timeZone: zone });

/** Notes the date that a check-in takes now; none where it is taken, or too early after a journey. */
export function checkInOf(member: Member, ms: number): void {
  const last = member.checkIns.at(-1);
  const mayMove = last === undefined || ms - last.movedMs >= 7 * DAY_MS;
  const zone = mayMove ? member.zone : last.zone;
  const date = dateOf(zone, ms);
  if (last && date <= last.date) return;
  const hasMoved = last !== undefined && zone !== last.zone;
  if (hasMoved && dateOf(last.zone, ms) <= last.date && ms - last.atMs < 12 * HOUR_MS) return;
  const isNext = last !== undefined && Date.parse(date) - Date.parse(last.date) === DAY_MS;
  const goesOn = isNext || (hasMoved && ms - last.atMs <= 36 * HOUR_MS);
  member.checkIns.push({
    date,
    zone,
    atMs: ms,
    movedMs: hasMoved ? ms : (last?.movedMs ?? 0),
    length: goesOn && last ? last.length + 1 : 1,
  });
}

/** A new person comes by a code, or without one. */
export function arrivalOf(member: Member, inviter: Member | null): void {
  member.hasArrived = true;
  if (inviter === null || inviter === member) return;
  member.ancestors = [inviter, ...inviter.ancestors].slice(0, MOST_ANCESTORS);
  const others = inviter.came;
  const isRing = inviter.ancestors.includes(member);
  const isInvitersDevice = inviter.device === member.device;
  member.isAccepted = !isRing && !isInvitersDevice;
  let reason = '';
  if (isRing) reason = 'ring';
  else if (isInvitersDevice || others.some(({ by }) => by.device === member.device)) reason = 'same_device';
  else if (others.filter(({ by }) => by.address === member.address).length >= NETWORK_PEOPLE) reason = 'same_network';
  const rewarded = others.filter(({ state }) => state === 'granted').length;
  const isFull = rewarded >= TERMS.perMonth || rewarded >= TERMS.inAll;
  let state: Came['state'] = 'granted';
  if (reason !== '') state = 'held';
  else if (isFull) state = 'capped';
  others.push({ by: member, state, reason });
}

interface Credit {
  readonly days: number;
  /** Days of the story on which it runs. */
  readonly from: number;
  readonly to: number;
  /** For accounts made before this day. */
  readonly before?: number;
}

type Credits = Readonly<Record<string, Credit>>;
export const NO_CREDITS = ['black-friday', 'no_such_type'] as const;

export function creditsOf(days: number): Credits {
  return {
    christmas: { days: 3, from: 1, to: days - 1 },
    'spring-days': { days: 2, from: 0, to: Math.ceil(days / 2) },
    aliyun_accident_202409: { days: 5, from: 1, to: days },
    old_accounts: { days: 4, from: 1, to: days, before: Math.ceil(days / 3) },
  };
}

const isCompensation = (name: string): boolean => name.includes('_');

/** Whether it is given for the first time. Notes it. */
export function creditOf(member: Member, name: string, credits: Credits, startMs: number, ms: number): boolean {
  const { from = 0, to = 0, before = Number.POSITIVE_INFINITY } = credits[name] ?? {};
  const isOpen = ms >= startMs + from * DAY_MS && ms < startMs + to * DAY_MS;
  if (!isOpen || member.createdMs >= startMs + before * DAY_MS || member.credits.has(name)) return false;
  member.credits.add(name);
  return true;
}

/** Days of premium by key of the ledger. */
export function rewardsOf(member: Member, credits: Credits): Record<string, number> {
  const given: Record<string, number> = {};
  if (member.hasArrived) given['newcomer'] = TERMS.newcomerDays;
  if (member.isAccepted) given['invited'] = TERMS.invitedDays;
  for (const { date, length } of member.checkIns) {
    const days = SERIES[(length - 1) % SERIES.length] ?? 0;
    if (days > 0) given[`check-in.${date}`] = days;
  }
  for (const name of member.credits)
    given[`${isCompensation(name) ? 'compensation' : 'activity'}.${name}`] = credits[name]?.days ?? 0;
  for (const { by, state } of member.came)
    if (state === 'granted') given[`invitation.${by.userId}`] = TERMS.inviterDays;
  return given;
}

const inAll = (text: string) => Object.fromEntries(LOCALES.map((tag) => [tag, `${text} (${tag})`]));

/** The documents that operators publish for it. */
export function documentsOf(credits: Credits, startMs: number): Readonly<Record<string, object>> {
  const at = (day: number): string => new Date(startMs + day * DAY_MS).toISOString();
  const fields = (name: string) => {
    const { days = 0, from = 0, to = 1, before } = credits[name] ?? {};
    const accounts = before === undefined ? {} : { accounts_before: at(before) };
    return { start: at(from), end: at(to), reward_days: days, ...accounts };
  };
  const always = { start: at(0), end: at(400) };
  const types = Object.keys(credits).filter(isCompensation);
  return {
    rewards: {
      checkIn: { open: true, days: SERIES.map((days) => (days === 0 ? null : { type: 'premium', days })) },
      invitations: TERMS,
    },
    activity_operation: {
      default: {
        christmas: { open: true, ...fields('christmas') },
        'black-friday': { open: false, ...always, reward_days: 9 },
        compensation: {
          open: true,
          ...always,
          types: types.map((type) => ({ type, title: inAll(type), ...fields(type) })),
        },
        more: [
          {
            name: 'spring-days',
            open: true,
            texts: { title: inAll('Spring'), lead: inAll('Days of spring') },
            ...fields('spring-days'),
          },
        ],
      },
    },
  };
}
