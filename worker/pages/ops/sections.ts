/** The navigation of the operators' desk, in its order. A new section: its link here, its page in section-pages.ts. */
import type { OpsSection } from '#client/ops/ops-frame.view.tsx';
import { href } from '#shared/routes.ts';

export const SECTIONS: readonly OpsSection[] = [
  { href: href('ops.desk'), label: 'Configuration' },
  { href: href('ops.document', { document: 'messages' }), label: 'Messages' },
  { href: href('ops.document', { document: 'log' }), label: 'Activity' },
];
