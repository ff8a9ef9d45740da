/**
 * Downloads that the installation may offer: the targets and their facts. Pure data; the document that holds
 * the values is config/external-products.ts.
 * @source spec section 3 (download targets), section 1 (two Mac builds, browser extension)
 */
import type { Platform } from './platform.ts';

export const DOWNLOAD_TARGETS = [
  'android_apk',
  'google_play',
  'ios_store',
  'tv_apk',
  'windows',
  'mac_arm',
  'mac_intel',
  'browser_extension',
] as const;
export type DownloadTarget = (typeof DOWNLOAD_TARGETS)[number];

/** Everything but the address is left out where a store decides it. */
export interface Download {
  readonly url: string;
  readonly version?: string;
  /** Bytes. */
  readonly size?: number;
  /** Hex in lower case. */
  readonly sha256?: string;
  /** Least system, as people read it: `Windows 10`. */
  readonly system?: string;
  /** Day of the version, `YYYY-MM-DD`. */
  readonly date?: string;
}

/** null: this installation has none. */
export type Downloads = Readonly<Record<DownloadTarget, Download | null>>;

/** Targets that a browser on such a device can install, best first. */
export const PLATFORM_TARGETS: Readonly<Record<Platform, readonly DownloadTarget[]>> = {
  Android: ['google_play', 'android_apk'],
  iOS: ['ios_store'],
  'Mac OS': ['mac_arm', 'mac_intel'],
  Windows: ['windows'],
};

/** The device that a target is for; '' where a browser does not tell. */
export function platformFor(target: DownloadTarget): Platform | '' {
  const found = Object.entries(PLATFORM_TARGETS).find(([, targets]) => targets.includes(target));
  return found ? (found[0] as Platform) : '';
}

/** The command line as npm installs it: each installation makes it for its own address. */
export const CLI_FILE_NAME = 'magpie-cli.tgz';

export function isDownloadTarget(text: string): text is DownloadTarget {
  return (DOWNLOAD_TARGETS as readonly string[]).includes(text);
}
