/** Settings of the downloader, read once. No I/O. */
import path from 'node:path';
import { GIB } from '#shared/units.ts';

export interface DownloaderSettings {
  /** Address of an aria2 that runs elsewhere; '': this server starts one. */
  readonly url: string;
  readonly secret: string;
  /** Where that aria2 stores and this server reads. */
  readonly folder: string;
  readonly hasFtp: boolean;
  readonly folderBytes: number;
  readonly peerPorts: string;
}

const DEFAULT_FOLDER_GIB = 100;

/** @returns undefined without a downloader. @throws Error with a sentence for the operator */
export function readDownloader(env: NodeJS.ProcessEnv): DownloaderSettings | undefined {
  const kind = env['DOWNLOADER'] || '';
  const url = env['DOWNLOADER_URL'] || '';
  if (kind !== '' && kind !== 'aria2') throw new Error('DOWNLOADER must be aria2, or not set.');
  if (kind === '' && url === '') return undefined;
  if (url !== '' && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    throw new Error('DOWNLOADER_URL must be the address of an RPC such as http://127.0.0.1:6800/jsonrpc.');
  const [secret, folder] = [env['DOWNLOADER_SECRET'] || '', env['DOWNLOADER_DIR'] || ''];
  if (url !== '' && (secret === '' || folder === ''))
    throw new Error('DOWNLOADER_URL needs DOWNLOADER_SECRET and DOWNLOADER_DIR.');
  const gib = Number(env['DOWNLOADER_DISK_GB'] || DEFAULT_FOLDER_GIB);
  if (!Number.isInteger(gib) || gib < 1 || gib > 1_048_576)
    throw new Error('DOWNLOADER_DISK_GB must be a whole number of GiB.');
  const peerPorts = env['DOWNLOADER_PORTS'] || '6881-6999';
  if (!/^[1-9]\d{3,4}(?:-[1-9]\d{3,4})?$/.test(peerPorts))
    throw new Error('DOWNLOADER_PORTS must be ports such as 6881-6999.');
  const hasFtp = env['DOWNLOADER_FTP'] === '1';
  return { url, secret, folder: folder && path.resolve(folder), hasFtp, folderBytes: gib * GIB, peerPorts };
}
