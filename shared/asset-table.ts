/**
 * The names of the client's files, as the bundler passes them to the Worker.
 * Made by scripts/build/assets-plugin.ts, read through worker/platform/assets.ts.
 */

/** One loadable script: its address, and what to preload or link beside it. All are absolute paths. */
export interface AssetEntry {
  src: string;
  /** Module scripts it imports statically, for `<link rel="modulepreload">`. */
  preloads: readonly string[];
  /** Style sheets it needs. */
  css: readonly string[];
}

/** Every client file a document may name. */
export interface AssetTable {
  /** Changes when any file of the build changes; `dev` or `test` outside a build. */
  buildId: string;
  /** When it was built, RFC 3339; '' outside a build. */
  builtAt: string;
  /** True under the development server: scripts come unbundled and styles may be injected. */
  dev: boolean;
  /** The whole style sheet. */
  styles: string;
  /** The part of it that public pages in their own frame need. */
  siteStyles: string;
  /** The part of it that sign-in pages need. */
  signInStyles: string;
  /** The part of it that an open share needs before it is used. */
  shareListStyles: string;
  /** The parts of it that share pages and pages of the drive need. */
  shareStyles: string;
  /** The title font of public pages. */
  displayFonts: Readonly<Record<'latin' | 'cyrillic', string>>;
  /** The part of the next that a list of the drive needs before it is used. */
  driveListStyles: string;
  driveStyles: string;
  /** The script that loads and hydrates islands, with React and all of `plain`. */
  entry: AssetEntry;
  /** The small script of public pages. */
  plain: AssetEntry;
  /** The small script with that of the share page. */
  share: AssetEntry;
  /** The small script with that of the sign-in pages. */
  signIn: AssetEntry;
  /** Login on page entry, for addresses that ask for it. */
  bridge: AssetEntry;
  /** Demo mode: the double of a native app. */
  shell: AssetEntry;
  /** The page of the human check: with work for the device, or with a provider's script beside it. */
  check: AssetEntry;
  checkProvider: AssetEntry;
  /** The page of the debug console. */
  console: AssetEntry;
  /** Inside the viewer's sandboxed frame. */
  previewFrame: AssetEntry;
  /** Dynamically imported client modules by source path, as `client/drive/drive.island.tsx`. Empty in development. */
  chunks: Readonly<Record<string, AssetEntry>>;
}
