/**
 * DeskObject: the operators' inbox, reported links, counts of downloads and counts of events, in an object each. Its tables, RPC methods and
 * alarm are those of its parts (desk-parts.ts). Budgets and an expiry of every row keep it small.
 */
import { objectOf } from '#worker/platform/parts/parted-object.ts';
import { DESK_PARTS } from './desk-parts.ts';

export class DeskObject extends objectOf<unknown>()('DeskObject', DESK_PARTS) {
  protected override readonly made = DESK_PARTS.makeAll(this.makeCore());
}
