/** The layout of operators' pages: never cached, never indexed, sections above. */
import type { Context } from 'hono';
import type { ReactNode } from 'react';
import type { ShownAct } from '#client/ops/acts.view.tsx';
import { OpsFrame } from '#client/ops/ops-frame.view.tsx';
import { DOCUMENTS } from '#shared/documents/registry.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Act } from '#worker/services/config/index.ts';
import { homeHref, type PageShape, renderPage } from '../render/render.tsx';
import type { Operator } from './as-operator.tsx';
import { SECTIONS } from './sections.ts';

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
    { head: { title: `${title} · Operators · Magpie`, noindex: true }, ...(status ? { status } : {}) },
    <OpsFrame sections={SECTIONS} current={section} person={operator.name || operator.id} homeHref={homeHref(c)}>
      {view}
    </OpsFrame>,
  );
}

export function shownAct(act: Act): ShownAct {
  const isDocument =
    act.name !== 'people' &&
    act.name !== 'messages' &&
    act.name !== 'links' &&
    act.name !== 'payments' &&
    act.name !== 'members';
  const title = {
    people: act.note,
    messages: 'the messages',
    links: act.note,
    payments: act.note,
    members: act.note,
  };
  return {
    ...act,
    title: isDocument ? DOCUMENTS[act.name].title : title[act.name],
    // People and links have no page: the log shows them.
    href: href('ops.document', {
      document: isDocument || act.name === 'messages' || act.name === 'payments' ? act.name : 'log',
    }),
  };
}
