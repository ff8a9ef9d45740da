/**
 * The navigation of operators' pages, in groups. A new section adds its link here, its right in operator-rights.ts and its page in
 * section-pages.ts; a document comes from its group (shared/documents/groups.ts).
 */
import type { OpsGroup, OpsSection } from '#client/ops/ops-frame.view.tsx';
import { DOCUMENT_GROUPS, type DocumentGroup, GROUP_OF } from '#shared/documents/groups.ts';
import { DOCUMENTS, type DocumentName } from '#shared/documents/registry.ts';
import { shownTitle } from '#shared/documents/without-offers.ts';
import { hasOffers } from '#shared/locale/messages.ts';
import { hasRight, isOfOffers, type OperatorRole, type OpsSectionName, pageRight } from '#shared/operator-rights.ts';
import { href } from '#shared/routes.ts';

type Entry = readonly [name: OpsSectionName | DocumentName, label: string];

const OWN: Readonly<Record<DocumentGroup, readonly Entry[]>> = {
  Site: [['letters', 'Letters']],
  People: [
    ['people', 'People'],
    ['invite', 'Invite'],
    ['messages', 'Messages'],
    ['reports', 'Reports'],
    ['invitations', 'Invitations'],
    ['operators', 'Operators'],
  ],
  Plans: [
    ['payments', 'Payments'],
    ['members', 'Members'],
    ['codes', 'Gift codes'],
  ],
  Rules: [],
};

/** Of a document, as this kind of service has it. */
export const titleOf = (name: DocumentName): string => shownTitle(name, DOCUMENTS[name].title, hasOffers());

/** The title without the list of its content. */
const shortTitle = (name: DocumentName): string => titleOf(name).replace(/:.*/, '');

/** Of a group of documents; without plans that of their limits is about storage. */
export const groupTitle = (group: string): string => (group === 'Plans' && !hasOffers() ? 'Storage' : group);

const documentsOf = (group: DocumentGroup): Entry[] =>
  (Object.keys(GROUP_OF) as DocumentName[])
    .filter((name) => GROUP_OF[name] === group)
    .map((name) => [name, shortTitle(name)]);

const groups = (): readonly { readonly label: string; readonly entries: readonly Entry[] }[] => [
  {
    label: 'Overview',
    entries: [
      ['', 'Overview'],
      ['totals', 'Totals'],
      ['jobs', 'Jobs'],
      ['log', 'Activity'],
    ],
  },
  ...DOCUMENT_GROUPS.map((group) => ({
    label: groupTitle(group),
    entries: [...OWN[group], ...documentsOf(group)],
  })),
];

/** Whether this kind of service has the section or document. */
export const isOffered = (name: string): boolean => hasOffers() || !isOfOffers(name);

/** Whether the role may open it, and this kind of service has it. */
export function isShown(name: string, role: OperatorRole): boolean {
  return hasRight(role, pageRight(name)) && isOffered(name);
}

/** A group without any is left out. */
export function groupsOf(role: OperatorRole): OpsGroup[] {
  return groups()
    .map(({ label, entries }) => ({
      label,
      sections: entries
        .filter(([name]) => isShown(name, role))
        .map(
          ([document, title]): OpsSection => ({
            href: document === '' ? href('ops.desk') : href('ops.document', { document }),
            label: title,
          }),
        ),
    }))
    .filter(({ sections }) => sections.length > 0);
}
