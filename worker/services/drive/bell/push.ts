/** Web push: operations of the person, and the handler that sends. */
import * as v from 'valibot';
import type { BellItem } from '#shared/drive/bell/bell-kinds.ts';
import { bellPath, bellTexts } from '#shared/drive/bell/bell-texts.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { quietUntil } from '#shared/mail/quiet-hours.ts';
import { SECOND_MS } from '#shared/units.ts';
import { fromBase64Url, toHex } from '#worker/platform/crypto.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { randomBytes } from '#worker/platform/ids.ts';
import { logError } from '#worker/platform/log.ts';
import { callOutside, checkOutgoing, OutgoingError } from '#worker/platform/outgoing/outgoing.ts';
import {
  encryptPush,
  makePushKeys,
  utf8,
  type VapidKey,
  vapidHeader,
  vapidKeyOf,
} from '#worker/platform/push/message.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import type { MailService } from '#worker/services/mail/index.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { bellPart } from './part.ts';
import type { PushDevice } from './push.store.ts';

/** Derives the key that push services know this installation by. */
const VAPID_PURPOSE = 'drive.push-vapid';
const DEVICE_PURPOSE = 'drive.push-device';
/** 1 day: how long a push service keeps a message for a device that is off. */
const TTL_SECONDS = 86_400;
const MAX_ADDRESS_CHARS = 1_000;
/** Longest wait for a push service: other events of the drive wait behind it. */
const SEND_MS = 5 * SECOND_MS;
/** Pushes about security in 24 hours: repeated sign-ins must not flood a device. */
const SECURITY_PER_DAY = 30;

type KeyDeps = Pick<DriveDeps, 'keyring'>;
type Deps = KeyDeps &
  Pick<DriveDeps, 'drives' | 'outgoing' | 'appOrigin' | 'clock' | 'limits'> & {
    /** Tests shorten it. */
    readonly pushWaitMs?: number;
  };

async function vapidKey({ keyring }: KeyDeps): Promise<VapidKey> {
  return vapidKeyOf(await keyring.mac(VAPID_PURPOSE, 'key'));
}

export interface PushState {
  /** A browser subscribes with it. */
  readonly publicKey: string;
  /** Devices that get notifications. */
  readonly devices: number;
  /** The device of this session is one of them. */
  readonly isHere: boolean;
}

export async function pushState(deps: KeyDeps & Pick<DriveDeps, 'drives'>, caller: Caller): Promise<PushState> {
  const [key, found] = await Promise.all([
    vapidKey(deps),
    driveOf<typeof bellPart>(deps, caller.userId).pushDevices(callerData(caller)),
  ]);
  return { publicKey: key.publicText, ...unwrap(found) };
}

/** An address of a push service on the public internet; in tests also one of this machine. */
function isPushAddress({ outgoing }: Pick<Deps, 'outgoing'>, address: string): boolean {
  const url = address.length <= MAX_ADDRESS_CHARS ? checkOutgoing(outgoing, address) : null;
  return url !== null && (url.protocol === 'https:' || outgoing.allowed.has(url.host));
}

/** The browser of this session shows notifications from now on. @throws AppError invalid_argument */
export async function addPushDevice(
  deps: Deps,
  caller: Caller,
  given: { readonly endpoint: string; readonly p256dh: string; readonly auth: string; readonly locale: Locale },
): Promise<void> {
  const point = fromBase64Url(given.p256dh);
  const isKey = point?.length === 65 && point[0] === 4 && fromBase64Url(given.auth)?.length === 16;
  if (!isKey || !isPushAddress(deps, given.endpoint))
    throw new AppError('invalid_argument', { reason: 'malformed', field: 'endpoint' });
  const id = toHex(await deps.keyring.mac(DEVICE_PURPOSE, given.endpoint)).slice(0, 32);
  unwrap(await driveOf<typeof bellPart>(deps, caller.userId).savePushDevice(callerData(caller), { id, ...given }));
}

/** @param isHere  of this session alone; else of every device */
export async function dropPushDevices(deps: Pick<DriveDeps, 'drives'>, caller: Caller, isHere: boolean): Promise<void> {
  unwrap(
    await driveOf<typeof bellPart>(deps, caller.userId).dropPushDevices(
      callerData(caller),
      isHere ? caller.sessionId : '',
    ),
  );
}

/** Shown by the system, also over a locked screen: names that others wrote stay in the drive. */
function messageOf(item: BellItem, locale: string): Uint8Array<ArrayBuffer> {
  const tag = LOCALES.find((each) => each === locale) ?? DEFAULT_LOCALE;
  const translator = makeTranslator(tag, loadMessages(tag), loadMessages(DEFAULT_LOCALE));
  const { title, text } = bellTexts(item, translator);
  const isNamed = item.data.person !== undefined || item.data.name !== undefined;
  const message = { title, body: isNamed ? '' : text, path: bellPath(item), tag: item.id, lang: tag };
  return utf8(JSON.stringify(message));
}

/** @returns the status of the push service; 0 when it certainly got nothing, null when that is not known */
async function send(deps: Deps, device: PushDevice, item: BellItem): Promise<number | null> {
  const keys = { p256dh: fromBase64Url(device.p256dh), auth: fromBase64Url(device.auth) };
  if (!keys.p256dh || !keys.auth || !isPushAddress(deps, device.endpoint)) return 410;
  const own = { keys: await makePushKeys(), salt: randomBytes(16) };
  const body = await encryptPush(messageOf(item, device.locale), { p256dh: keys.p256dh, auth: keys.auth }, own);
  const contact = deps.appOrigin.startsWith('https:') ? deps.appOrigin : '';
  const endpoint = new URL(device.endpoint);
  const authorization = await vapidHeader(await vapidKey(deps), { endpoint, contact, nowMs: deps.clock.nowMs() });
  try {
    const headers = { authorization, 'content-encoding': 'aes128gcm', ttl: String(TTL_SECONDS), urgency: 'normal' };
    const signal = AbortSignal.timeout(deps.pushWaitMs ?? SEND_MS);
    // A redirect is a failure: it may lead to an address that is no push service, or is not encrypted.
    const options = { method: 'POST', headers, body, signal, redirects: 0 } as const;
    const answer = await callOutside(deps.outgoing, device.endpoint, options);
    answer.close();
    return answer.status;
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return error.reason === 'slow' || error.reason === 'unreachable' ? null : 0;
  }
}

const due = v.object({ id: v.string(), device: v.optional(v.string(), ''), tries: v.optional(v.number(), 0) });

/** `drive.push-due`: sends a notification to the devices of a person, outside of the quiet hours that they chose for mail. */
export async function onPushDue(
  deps: Deps & { readonly mail: Pick<MailService, 'choices'>; readonly auth: Pick<AuthService, 'letterBoxOf'> },
  event: DomainEvent,
): Promise<void> {
  const order = v.parse(due, event.payload);
  const drive = driveOf<typeof bellPart>(deps, event.source);
  const box = await deps.auth.letterBoxOf(event.source);
  const quiet = box ? (await deps.mail.choices(box.email)).quiet : null;
  const heldUntilMs = quiet ? quietUntil(quiet, deps.clock.nowMs()) : null;
  const most = { perDay: deps.limits.lettersPerDay, securityPerDay: SECURITY_PER_DAY };
  const { item, devices } = unwrap(await drive.takePush({ ...order, heldUntilMs, ...most }));
  if (!item) return;
  await Promise.all(
    devices.map(async (device) => {
      // From here on the push counts as sent: an error of one device ends nothing else.
      const status = await send(deps, device, item).catch((error: unknown) => {
        logError('drive.push', error, { device: device.id });
        return null;
      });
      if (status === 404 || status === 410) unwrap(await drive.dropPushDevice(device.id));
      else if (status === 0 || status === 429 || (status !== null && status >= 500))
        unwrap(await drive.retryPush({ ...order, device: device.id }));
    }),
  );
}
