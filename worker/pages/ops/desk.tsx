/** The layout of operators' pages: never cached, never indexed, sections above. */
import type { Context } from 'hono';
import type { ReactNode } from 'react';
import type { ShownAct } from '#client/ops/acts.view.tsx';
import { OpsFrame } from '#client/ops/ops-frame.view.tsx';
import { productName } from '#shared/locale/messages.ts';
import { ROLE_NAMES } from '#shared/operator-rights.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Act } from '#worker/services/config/index.ts';
import { homeHref, type PageShape, renderPage } from '../render/render.tsx';
import type { Operator } from './operator.ts';
import { personHref } from './person-form.ts';
import { groupsOf, isOffered, titleOf } from './sections.ts';

export interface DeskPage {
  readonly title: string;
  /** Address of the section it belongs to. */
  readonly section: string;
  readonly operator: Operator;
  readonly status?: PageShape['status'];
}

export function deskPage(c: Context<AppEnv>, page: DeskPage, view: ReactNode): Promise<Response> {
  const { title, section, operator, status } = page;
  return renderPage(
    c,
    {
      head: { title: `${title} · Operators · ${productName(c.get('locale'))}`, noindex: true },
      ...(status ? { status } : {}),
    },
    <OpsFrame
      groups={groupsOf(operator.role)}
      current={section}
      person={operator.name || operator.id}
      role={ROLE_NAMES[operator.role]}
      homeHref={homeHref(c)}
    >
      {view}
    </OpsFrame>,
  );
}

/** Sections in which acts about no document are shown. */
const SECTION_OF = {
  people: 'people',
  links: 'reports',
  messages: 'messages',
  payments: 'payments',
  members: 'members',
  jobs: 'jobs',
  letters: 'letters',
  backups: 'log',
  setup: 'setup',
} as const;

const isOfSection = (name: Act['name']): name is keyof typeof SECTION_OF => Object.hasOwn(SECTION_OF, name);

/** The account that an act is about: its note begins with it, or has nothing else; '' for none. */
const accountOf = ({ name, note }: Act): string =>
  name === 'people' ? (/^([\w-]{26})(?:: |$)/.exec(note)?.[1] ?? '') : '';

export function shownAct(act: Act): ShownAct {
  const { name } = act;
  const account = accountOf(act);
  if (account !== '') {
    const note = act.note.slice(account.length + 2);
    return { ...act, note, title: account, href: personHref(account) };
  }
  const isCodes = act.act === 'codes_made' || act.act === 'codes_revoked';
  const isInvitation = act.act === 'invitation_released' || act.act === 'invitation_refused';
  const section = isCodes ? 'codes' : isInvitation ? 'invitations' : '';
  const document = section ? section : isOfSection(name) ? SECTION_OF[name] : name;
  const shown = { ...act, href: isOffered(document) ? href('ops.document', { document }) : null };
  if (name === 'messages') return { ...shown, title: 'the messages' };
  if (act.act === 'setup_closed') return { ...shown, title: 'first hour' };
  if (act.act === 'people_listed') return { ...shown, title: 'the list of people' };
  // The note names what the act is about.
  return isOfSection(name) ? { ...shown, title: act.note, note: '' } : { ...shown, title: titleOf(name) };
}
