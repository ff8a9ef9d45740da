/** `/ops/{document}`: another section, or one document with its editor, difference, history and documentation. */
import type { Context } from 'hono';
import { type DocumentProps, DocumentView } from '#client/ops/document.view.tsx';
import type { ShownProblem } from '#client/ops/editor.view.tsx';
import { type ShownVersion, VersionView } from '#client/ops/history.view.tsx';
import { LogoForm } from '#client/ops/logo-form.view.tsx';
import { GroupSums } from '#client/ops/people/group-sums.view.tsx';
import { RedirectTable } from '#client/ops/redirect-table.view.tsx';
import { RedirectTry } from '#client/ops/redirect-try.view.tsx';
import type { NoticeTone } from '#client/ui/controls.tsx';
import { logoIconHref } from '#shared/config/logo-icon.ts';
import { LOGO } from '#shared/config/look.ts';
import type { Problem } from '#shared/document-kind.ts';
import { describeDocument } from '#shared/documents/describe.ts';
import { DOCUMENTS, type DocumentName } from '#shared/documents/registry.ts';
import { hidesFields, shownFields } from '#shared/documents/without-offers.ts';
import { hasOffers } from '#shared/locale/messages.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { type DocumentVersion, differenceOf } from '#worker/services/config/index.ts';
import type { PageDeps } from '../services.ts';
import { notFoundPage } from '../site/error.page.tsx';
import { activityPreview } from './activity-preview.tsx';
import { asOperator } from './as-operator.tsx';
import { deskPage } from './desk.tsx';
import { formOf, shownText, type TypedFields } from './document-form.ts';
import { FIRST, firstPage } from './first.page.tsx';
import type { Operator } from './operator.ts';
import { redirectTable, tryRedirect } from './redirect-try.ts';
import { SECTION_PAGES, sectionOf } from './section-pages.ts';
import { titleOf } from './sections.ts';

/** Status, notice and typed text of the page. */
export interface Shown {
  readonly status?: 200 | 400;
  readonly notice?: { readonly tone: NoticeTone; readonly text: string };
  /** Typed text that is not saved as the draft. */
  readonly typed?: {
    readonly text: string;
    readonly base: number;
    readonly note: string;
    readonly fields?: TypedFields | undefined;
  };
  /** The text of another operator against the typed one. */
  readonly conflict?: DocumentProps['conflict'];
}

/** The notice for each value of `?done=`. */
const DONE: Readonly<Record<string, string>> = {
  draft: 'Draft saved. It isn’t live yet.',
  discarded: 'Draft discarded.',
  published: 'Published: live everywhere within a minute.',
  same: 'Nothing was published: this text is live already.',
  back: 'Rolled back: live everywhere within a minute.',
  logo: 'The logo is in the draft. Look at it, then publish.',
};

const EXCERPT_CHARS = 120;

function shownProblems(text: string, problems: readonly Problem[]): ShownProblem[] {
  const lines = text.split('\n');
  return problems.map((problem) => ({
    ...problem,
    excerpt: (lines[problem.line - 1] ?? '').slice(0, EXCERPT_CHARS),
  }));
}

export function nameOf(segment: string | undefined): DocumentName | null {
  return segment !== undefined && Object.hasOwn(DOCUMENTS, segment) ? (segment as DocumentName) : null;
}

export function documentPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  if (c.req.param('document') === FIRST) return firstPage(c, deps);
  const segment = c.req.param('document') ?? '';
  return asOperator(c, deps, segment, async (operator) => {
    const section = sectionOf(SECTION_PAGES, segment);
    if (section) return section(c, deps, operator);
    const name = nameOf(segment);
    if (name === null) return notFoundPage(c, deps);
    const looked = /^\d{1,9}$/.exec(c.req.query('look') ?? '')?.[0];
    if (looked !== undefined) return versionPage(c, deps, operator, { name, version: Number(looked) });
    const done = c.req.query('done') ?? '';
    const text = Object.hasOwn(DONE, done) ? DONE[done] : undefined;
    return showDocument(c, deps, operator, name, text === undefined ? {} : { notice: { tone: 'ok', text } });
  });
}

/** All versions; the one of the build is the last. */
function shownVersions(versions: readonly DocumentVersion[], action: string): ShownVersion[] {
  const first: ShownVersion = { version: 0, made: null, note: '', rolledBackTo: null, lookHref: `${action}?look=0` };
  return [
    ...versions.map(({ version, atMs, by, note, rolledBackTo }) => ({
      version,
      made: { atMs, by },
      note,
      rolledBackTo,
      lookHref: `${action}?look=${version}`,
    })),
    first,
  ];
}

/** Icon of the logo that a text of the document `service` names; '' for none. */
function logoIconOf(text: string): string {
  const parsed = DOCUMENTS.service.parse(text);
  const [, id = ''] = (parsed.ok && LOGO.exec(parsed.value.default.logo)) || [];
  return id === '' ? '' : logoIconHref(id, 192);
}

const groupHref = (group: string): string =>
  `${href('ops.document', { document: 'people' })}?${new URLSearchParams({ group, order: 'largest' })}`;

export async function showDocument(
  c: Context<AppEnv>,
  { documents, config, clock, ops }: PageDeps,
  operator: Operator,
  name: DocumentName,
  { status = 200, notice, typed, conflict = null }: Shown,
): Promise<Response> {
  const action = href('ops.document', { document: name });
  const [state, versions] = await Promise.all([documents.read(name), documents.history(name)]);
  const { draft, text: live, version } = state;
  const runs = draft ? differenceOf(shownText(name, live), shownText(name, draft.text)) : [];
  const { format, form, example, fields } = describeDocument(name);
  const title = titleOf(name);
  const text = typed?.text ?? draft?.text ?? live;
  const parsed = DOCUMENTS[name].parse(text);
  const problems = parsed.ok ? [] : parsed.problems;
  const groups = name === 'groups' ? await ops.groupSums() : null;
  const tried = name === 'redirects' ? [draft?.text ?? live, live] : null;
  return deskPage(
    c,
    { title, section: action, operator, status },
    <DocumentView
      name={name}
      title={title}
      action={action}
      version={version}
      settled={state.settled}
      draft={draft}
      notice={notice ?? null}
      conflict={conflict}
      form={formOf(name, text, problems, typed?.fields)}
      hidesText={hidesFields(name, hasOffers())}
      editor={{
        action,
        text,
        base: typed?.base ?? draft?.base ?? version,
        draftRevision: state.draftRevision,
        note: typed?.note ?? '',
        problems: shownProblems(text, problems),
        form,
        isJson: format === 'json',
      }}
      runs={runs}
      history={shownVersions(versions, action)}
      fields={shownFields(name, fields, hasOffers())}
      example={example}
    >
      {tried ? (
        <>
          <RedirectTable {...redirectTable(tried, action)} />
          <RedirectTry action={action} {...tryRedirect((key) => c.req.query(key), tried, config, clock.nowMs())} />
        </>
      ) : null}
      {groups ? <GroupSums groups={groups.map((group) => ({ ...group, href: groupHref(group.id) }))} /> : null}
      {name === 'service' ? <LogoForm iconHref={logoIconOf(text)} /> : null}
      {name === 'activity_operation' ? activityPreview(c, { config }, action, [draft?.text ?? live, live]) : null}
    </DocumentView>,
  );
}

async function versionPage(
  c: Context<AppEnv>,
  deps: PageDeps,
  operator: Operator,
  { name, version }: { name: DocumentName; version: number },
): Promise<Response> {
  const { documents } = deps;
  const title = titleOf(name);
  try {
    const [written, state] = await Promise.all([documents.versionText(name, version), documents.read(name)]);
    const text = shownText(name, written);
    const runs = differenceOf(shownText(name, state.text), text);
    return await deskPage(
      c,
      { title, section: href('ops.document', { document: name }), operator },
      <VersionView
        title={title}
        version={version}
        runs={runs}
        text={text}
        action={href('ops.document', { document: name })}
        live={state.version}
      />,
    );
  } catch (error) {
    if (asAppError(error).errorName === 'not_found') return notFoundPage(c, deps);
    throw error;
  }
}
