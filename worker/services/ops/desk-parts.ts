/** The parts of the objects of operators in the order of their nouns (order.txt). Each object uses those that its name is about. */
import { migrationsOf, startParts } from '#worker/platform/parts/object-parts.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import { budgetsPart } from './desk/part.ts';
import { downloadsPart } from './downloads/part.ts';
import { eventsPart } from './events/part.ts';
import { inboxPart } from './inbox/part.ts';
import { reportsPart } from './reports/part.ts';

export const DESK_PARTS = startParts<ObjectCore>()
  .with(budgetsPart)
  .with(inboxPart)
  .with(reportsPart)
  .with(eventsPart)
  .with(downloadsPart);

export const DESK_MIGRATIONS = migrationsOf(DESK_PARTS);
