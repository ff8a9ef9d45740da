/** Declaration of a variable of the environment. The tables of docs/settings.md and the bounds of numbers come from here. */

export type SettingKind =
  | 'text'
  | 'secret'
  | 'origin'
  | 'origins'
  | 'host'
  | 'address'
  | 'addresses'
  | 'folder'
  | 'file'
  | 'JSON'
  | 'ports'
  | { readonly least: number; readonly most: number }
  | { readonly oneOf: readonly string[] };

/** `machine`: `npm start`. `cloudflare`: `vars` of magpie.deploy.json, secrets in the environment of `npm run deploy`. `command`: other commands. */
export type SettingPlace = 'machine' | 'cloudflare' | 'both' | 'command';

export interface Setting {
  readonly name: string;
  readonly place: SettingPlace;
  readonly kind: SettingKind;
  /** When it is not set; '' for nothing. Numbers and choices are compared with the code by a test. */
  readonly otherwise: string;
  /** Markdown. */
  readonly effect: string;
}

/** Compact form of a declaration. */
export type SettingRow = readonly [
  name: string,
  place: SettingPlace,
  kind: SettingKind,
  otherwise: string,
  effect: string,
];

export const settingOf = ([name, place, kind, otherwise, effect]: SettingRow): Setting => ({
  name,
  place,
  kind,
  otherwise,
  effect,
});
