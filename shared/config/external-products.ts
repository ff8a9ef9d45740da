/**
 * The document of what may be downloaded: each target with its address, version and checksum. Nothing is offered before
 * an operator has written it down. For the server and the command line only.
 */
import * as v from 'valibot';
import { makeConfigDocument } from './config-document.ts';
import { webAddress } from './web-address.ts';

const version = v.pipe(
  v.string(),
  v.regex(/^[0-9A-Za-z][0-9A-Za-z.+_-]{0,39}$/, 'must be a version such as 1.4.2'),
  v.description('Version that the address leads to.'),
);
const size = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1),
  v.description('Size of the file.'),
  v.metadata({ as: 'bytes' }),
);
const sha256 = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits in lower case'),
  v.title('SHA-256'),
  v.description('Checksum of the file, 64 hex digits: what visitors compare.'),
);
const system = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(60),
  v.description('Least system, as people read it: Windows 10.'),
);
const date = v.pipe(v.string(), v.isoDate('must be a day such as 2026-11-21'), v.description('Day of the version.'));

/** A file of ours or of a mirror: visitors can check what they got. */
const url = v.pipe(webAddress, v.title('Address'), v.metadata({ as: 'address' }));

const file = v.strictObject({ url, version, size, sha256, system, date });

/** A page of a store, which hands out and checks files itself. */
const store = v.strictObject({
  url,
  version: v.exactOptional(version),
  size: v.exactOptional(size),
  sha256: v.exactOptional(sha256),
  system: v.exactOptional(system),
  date: v.exactOptional(date),
});

function target<S extends v.GenericSchema>(schema: S, title: string, text: string) {
  return v.pipe(v.optional(v.nullable(schema), null), v.title(title), v.description(text));
}

export const externalProductsDocument = makeConfigDocument({
  title: 'Downloads: apps and the browser extension',
  schema: v.object({
    android_apk: target(file, 'Android app', 'As a file (APK).'),
    google_play: target(store, 'Google Play', 'The Android app in its store.'),
    ios_store: target(store, 'App Store', 'The app for iPhone and iPad.'),
    tv_apk: target(file, 'Android TV app', 'As a file (APK).'),
    windows: target(file, 'Windows app', 'As a file.'),
    mac_arm: target(file, 'Mac app, Apple Silicon', 'As a file.'),
    mac_intel: target(file, 'Mac app, Intel', 'As a file.'),
    browser_extension: target(store, 'Browser extension', 'In its store, or as a file.'),
  }),
  initial: {
    android_apk: null,
    google_play: null,
    ios_store: null,
    tv_apk: null,
    windows: null,
    mac_arm: null,
    mac_intel: null,
    browser_extension: null,
  },
});
