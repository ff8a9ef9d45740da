/** The parts of a drive in the order of its nouns (order.txt): a part finds what those before it made. A capability is one more part. */
import { migrationsOf, startParts } from '#worker/platform/parts/object-parts.ts';
import { accountPart } from './account/part.ts';
import { actsPart } from './acts/part.ts';
import { albumsPart } from './albums/part.ts';
import { archivePart } from './archive/part.ts';
import { bellPart } from './bell/part.ts';
import { collectPart } from './collect/part.ts';
import type { DriveExtra, DriveStart } from './core/drive-part.ts';
import { corePart } from './core/part.ts';
import type { NodeListener } from './core/tx.ts';
import { deskPart } from './desk/part.ts';
import { downloaderPart } from './downloader/part.ts';
import { entitlementPart } from './entitlement/part.ts';
import { fetchPart } from './fetch/part.ts';
import { grantsPart } from './grants/part.ts';
import { imagesPart } from './images/part.ts';
import { jobsPart } from './jobs/part.ts';
import { livePart } from './live/part.ts';
import { photosPart } from './photos/part.ts';
import { picturesPart } from './pictures/part.ts';
import { programsPart } from './programs/part.ts';
import { searchPart } from './search/part.ts';
import { sharingPart } from './sharing/part.ts';
import { tasksPart } from './tasks/part.ts';
import { timelinePart } from './timeline/part.ts';
import { treePart } from './tree/part.ts';
import { tusPart } from './tus/part.ts';
import { uploadPart } from './upload/part.ts';
import { wordsPart } from './words/part.ts';
import { zipPart } from './zip/part.ts';

export const DRIVE_PARTS = startParts<DriveStart, DriveExtra>()
  .with(imagesPart)
  .with(corePart)
  .with(actsPart)
  .with(entitlementPart)
  .with(bellPart)
  .with(treePart)
  .with(jobsPart)
  .with(livePart)
  .with(uploadPart)
  .with(programsPart)
  .with(tusPart)
  .with(albumsPart)
  .with(sharingPart)
  .with(collectPart)
  .with(picturesPart)
  .with(grantsPart)
  .with(wordsPart)
  .with(photosPart)
  .with(searchPart)
  .with(timelinePart)
  .with(fetchPart)
  .with(downloaderPart)
  .with(zipPart)
  .with(archivePart)
  .with(tasksPart)
  .with(accountPart)
  .with(deskPart);

export const DRIVE_MIGRATIONS = migrationsOf(DRIVE_PARTS);

/** Called in this order. */
export const NODE_LISTENERS: readonly NodeListener[] = DRIVE_PARTS.list.flatMap(({ listener }) => listener ?? []);
