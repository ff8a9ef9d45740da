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
const size = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.description('Size of the file, bytes.'));
const sha256 = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits in lower case'),
  v.description('SHA-256 of the file, hex: what visitors compare.'),
);
const system = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(60),
  v.description('Least system, as people read it: Windows 10.'),
);
const date = v.pipe(v.string(), v.isoDate('must be a day such as 2026-11-21'), v.description('Day of the version.'));

/** A file of ours or of a mirror: visitors can check what they got. */
const file = v.strictObject({ url: webAddress, version, size, sha256, system, date });

/** A page of a store, which hands out and checks files itself. */
const store = v.strictObject({
  url: webAddress,
  version: v.exactOptional(version),
  size: v.exactOptional(size),
  sha256: v.exactOptional(sha256),
  system: v.exactOptional(system),
  date: v.exactOptional(date),
});

function target<S extends v.GenericSchema>(schema: S, text: string) {
  return v.pipe(v.optional(v.nullable(schema), null), v.description(`${text} null: there is none.`));
}

export const externalProductsDocument = makeConfigDocument({
  title: 'Downloads: apps and the browser extension',
  schema: v.object({
    android_apk: target(file, 'Android app as a file.'),
    google_play: target(store, 'Android app in Google Play.'),
    ios_store: target(store, 'App for iPhone and iPad in the App Store.'),
    tv_apk: target(file, 'Android TV app as a file.'),
    windows: target(file, 'Windows app.'),
    mac_arm: target(file, 'Mac app for Apple Silicon.'),
    mac_intel: target(file, 'Mac app for Intel.'),
    browser_extension: target(store, 'Browser extension in its store, or as a file.'),
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
