/** Makes the downloader of this server from its settings: gateway, aria2c or one that runs elsewhere, folder, sweep. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { DownloadScheme } from '#worker/platform/downloader/port.ts';
import { reportFailure } from '../proxy/boundary.ts';
import type { OutboundDeps } from '../runtime/outbound.ts';
import { SettingsError } from '../settings.ts';
import { makeAria2Downloader, SWEEP_MS } from './aria2.ts';
import { hasAria2, startAria2 } from './aria2-process.ts';
import { makeAria2Rpc } from './aria2-rpc.ts';
import { makeDownloadFolder } from './folder.ts';
import { startGateway } from './gateway.ts';
import { makeDownloaderService } from './service.ts';
import type { DownloaderSettings } from './settings.ts';

export interface RunningDownloader {
  readonly answer: ReturnType<typeof makeDownloaderService>;
  stop(): Promise<void>;
}

interface StartOptions {
  readonly settings: DownloaderSettings;
  readonly dataDir: string;
  readonly outbound: OutboundDeps;
  readonly freeBytes: () => number;
  readonly log: (line: string) => void;
}

/** One that the operator runs: its addresses are not ours to check, so trackers reach it as they are. */
function connectAria2({ settings }: StartOptions, schemes: readonly DownloadScheme[]) {
  const same = (address: string): string => address;
  return {
    rpc: makeAria2Rpc(() => settings.url, settings.secret),
    folder: makeDownloadFolder(settings.folder),
    schemes,
    trackerAddress: same,
    serverAddress: same,
    stop: async () => undefined,
  };
}

async function launchAria2(options: StartOptions, schemes: readonly DownloadScheme[]) {
  const { settings, dataDir, outbound, log } = options;
  if (!hasAria2()) throw new SettingsError('DOWNLOADER=aria2 needs the program aria2c: install the package aria2.');
  const place = path.join(dataDir, 'downloads');
  const secret = randomBytes(24).toString('hex');
  const gateway = await startGateway({ ...outbound, hasFtp: settings.hasFtp });
  const aria2 = await startAria2({ folder: place, secret, proxy: gateway, peerPorts: settings.peerPorts, log });
  return {
    rpc: makeAria2Rpc(aria2.url, secret),
    folder: makeDownloadFolder(place),
    schemes,
    trackerAddress: gateway.trackerAddress,
    serverAddress: (address: string): string => address,
    async stop() {
      aria2.stop();
      await gateway.stop();
    },
  };
}

export async function startDownloader(options: StartOptions): Promise<RunningDownloader> {
  const { settings } = options;
  const schemes: DownloadScheme[] = ['magnet', 'torrent', ...(settings.hasFtp ? (['ftp'] as const) : [])];
  const { stop, ...made } = await (settings.url === '' ? launchAria2 : connectAria2)(options, schemes);
  const downloader = makeAria2Downloader({
    ...made,
    folderBytes: settings.folderBytes,
    freeBytes: options.freeBytes,
    nowMs: () => performance.now(),
  });
  const sweep = (): void => {
    downloader.sweep().catch((error: unknown) => reportFailure('the sweep of downloads', error));
  };
  const timer = setInterval(sweep, SWEEP_MS);
  return {
    answer: makeDownloaderService(downloader),
    async stop() {
      clearInterval(timer);
      await stop();
    },
  };
}
