/** The navigation of operators' pages, in order. A new section adds its link here and its page in section-pages.ts. */
import type { OpsSection } from '#client/ops/ops-frame.view.tsx';
import { href } from '#shared/routes.ts';

export const SECTIONS: readonly OpsSection[] = [
  { href: href('ops.desk'), label: 'Overview' },
  { href: href('ops.document', { document: 'people' }), label: 'People' },
  { href: href('ops.document', { document: 'messages' }), label: 'Messages' },
  { href: href('ops.document', { document: 'reports' }), label: 'Reports' },
  { href: href('ops.document', { document: 'payments' }), label: 'Payments' },
  { href: href('ops.document', { document: 'members' }), label: 'Members' },
  { href: href('ops.document', { document: 'codes' }), label: 'Gift codes' },
  { href: href('ops.document', { document: 'invitations' }), label: 'Invitations' },
  { href: href('ops.document', { document: 'jobs' }), label: 'Jobs' },
  { href: href('ops.document', { document: 'totals' }), label: 'Totals' },
  { href: href('ops.document', { document: 'letters' }), label: 'Letters' },
  { href: href('ops.document', { document: 'log' }), label: 'Activity' },
];
