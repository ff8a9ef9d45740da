/** The parts of the object of a person in the order of its nouns (order.txt): a part finds what those before it made. */
import { migrationsOf, startParts } from '#worker/platform/parts/object-parts.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import { checkInPart } from './check-in/part.ts';
import { claimsPart } from './claims/part.ts';
import { invitationsPart } from './invitations/part.ts';
import { ledgerPart } from './ledger/part.ts';

export const MEMBER_PARTS = startParts<ObjectCore>()
  .with(ledgerPart)
  .with(claimsPart)
  .with(invitationsPart)
  .with(checkInPart);

export const MEMBER_MIGRATIONS = migrationsOf(MEMBER_PARTS);
