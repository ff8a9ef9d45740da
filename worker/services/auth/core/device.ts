/**
 * The description of a device from its request: names of known browsers and systems only. Pure.
 */
import { cleanName } from '#shared/auth/rules.ts';
import type { Locale } from '#shared/locale/tags.ts';
import type { CallContext } from '#worker/platform/request.ts';

export interface DeviceSigns {
  /** The client's name of the device, else browser and system: `Firefox · Linux`. '' when unknown. */
  readonly name: string;
  readonly model: string;
  /** Browser and system, from our own tables only: safe in a letter. */
  readonly agent: string;
  /** Language of the request. */
  readonly locale: Locale;
}

/** Order matters: many browsers also name the ones they derive from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]{1,20} .{0,100}Safari\//, 'Safari'],
  [/^rclone\//, 'rclone'],
  [/^curl\//, 'curl'],
  [/^python|^aiohttp|^okhttp|^Go-http-client|^node/i, 'API'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b|\biPod\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

function firstName(table: readonly (readonly [RegExp, string])[], userAgent: string): string {
  return table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
}

/** `Chrome · Windows`; one of the two, or '' when both are unknown. Only names of our own tables. */
export function readUserAgent(userAgent: string): string {
  return [firstName(BROWSERS, userAgent), firstName(SYSTEMS, userAgent)].filter((word) => word !== '').join(' · ');
}

/** The device of a request. `x-device-name` and `x-device-model` are shown in the list of devices, never in a letter. */
export function deviceOf(call: Pick<CallContext, 'userAgent' | 'deviceName' | 'deviceModel' | 'locale'>): DeviceSigns {
  const agent = readUserAgent(call.userAgent);
  return {
    name: cleanName(call.deviceName ?? '', '') || agent,
    model: cleanName(call.deviceModel ?? '', ''),
    agent,
    locale: call.locale,
  };
}

/** Clients that send no device id are one device per client. */
export function deviceKeyOf(deviceId: string, clientId: string): string {
  return deviceId || `unnamed-${clientId}`;
}
