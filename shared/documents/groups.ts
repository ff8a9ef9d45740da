/** The group under which operators find each document. */
import type { DocumentName } from './registry.ts';

export const DOCUMENT_GROUPS = ['Site', 'People', 'Plans', 'Rules'] as const;
export type DocumentGroup = (typeof DOCUMENT_GROUPS)[number];

export const GROUP_OF: Readonly<Record<DocumentName, DocumentGroup>> = {
  service: 'Site',
  letter_texts: 'Site',
  basic: 'Site',
  resources: 'Site',
  activity_operation: 'Site',
  external_products: 'Site',
  links_hub: 'Site',
  debug_options: 'Site',
  sign_up: 'People',
  groups: 'People',
  membership: 'Plans',
  rewards: 'Plans',
  access: 'Rules',
  redirects: 'Rules',
  frame: 'Rules',
};
