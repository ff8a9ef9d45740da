/** Part of AuthService: settings. Types only. */

export type SettingsFace = object;
