/** Labels of the states of a link that collects files. */
import type { CollectState } from '#shared/drive/collect/collect-terms.ts';

export const COLLECT_STATE_LABELS = {
  open: 'drive.collect.state.open',
  closed: 'drive.collect.state.closed',
  ended: 'drive.collect.state.ended',
  full: 'drive.collect.state.full',
  gone: 'drive.collect.state.gone',
} as const satisfies Record<CollectState, string>;
