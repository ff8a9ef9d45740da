/** Every document that operators may change while the server runs: name -> kind. */
import { accessDocument } from '#shared/access/document.ts';
import { signUpDocument } from '#shared/auth/sign-up.ts';
import {
  activityOperationDocument,
  basicDocument,
  debugOptionsDocument,
  resourcesDocument,
} from '#shared/config/documents.ts';
import { externalProductsDocument } from '#shared/config/external-products.ts';
import { frameDocument } from '#shared/config/frame.ts';
import { linksHubDocument } from '#shared/config/links-hub.ts';
import { serviceDocument } from '#shared/config/look.ts';
import type { DocumentKind } from '#shared/document-kind.ts';
import { letterTextsDocument } from '#shared/mail/letter-changes.ts';
import { catalogueDocument } from '#shared/membership/catalogue.ts';
import { groupsDocument } from '#shared/membership/groups.ts';
import { rewardsDocument } from '#shared/membership/rewards.ts';
import { redirectsDocument } from '#shared/redirect/document.ts';

export const DOCUMENTS = {
  service: serviceDocument,
  letter_texts: letterTextsDocument,
  redirects: redirectsDocument,
  access: accessDocument,
  sign_up: signUpDocument,
  activity_operation: activityOperationDocument,
  basic: basicDocument,
  debug_options: debugOptionsDocument,
  resources: resourcesDocument,
  external_products: externalProductsDocument,
  links_hub: linksHubDocument,
  frame: frameDocument,
  membership: catalogueDocument,
  rewards: rewardsDocument,
  groups: groupsDocument,
} as const;

export type DocumentName = keyof typeof DOCUMENTS;
export type DocumentValue<Name extends DocumentName> =
  (typeof DOCUMENTS)[Name] extends DocumentKind<infer T> ? T : never;
