/** Where the program stores what it remembers: the folder of settings of the platform. */
import os from 'node:os';
import path from 'node:path';

export interface System {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

export function thisSystem(): System {
  return { platform: process.platform, env: process.env, home: os.homedir() };
}

/** Absolute. */
export function settingsFolder({ platform, env, home }: System): string {
  if (platform === 'win32') return path.join(env['APPDATA'] || path.join(home, 'AppData', 'Roaming'), 'magpie');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'magpie');
  return path.join(env['XDG_CONFIG_HOME'] || path.join(home, '.config'), 'magpie');
}
