/** `/drive/people/{node}`: the people of a folder or file of one's own. Personal; works without script. */
import type { Context } from 'hono';
import { PeopleView } from '#client/drive/grants/people.view.tsx';
import { GRANT_PERSON_CHARS, GRANT_ROLES } from '#shared/drive/grants/grant-terms.ts';
import { AppError } from '#shared/errors.ts';
import { asNodeId } from '#shared/ids.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { asPerson } from '../auth/as-person.ts';
import { renderInDrive } from '../drive/drive-layout.tsx';
import { drivePerson } from '../drive/drive-person.ts';
import { readForm, refusalOf, refusalStatus, type SentForm, seeOther, sentenceOf } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

const DID = {
  invite: 'drive.people.sent',
  change: 'drive.people.did.changed',
  remove: 'drive.people.did.removed',
  offer: 'drive.people.did.offered',
  withdraw: 'drive.people.did.withdrawn',
} as const;

const nodeOf = (c: Context<AppEnv>) => asNodeId(c.req.param('nodeId') ?? '');
const hereOf = (c: Context<AppEnv>) => href('drive.people', { nodeId: nodeOf(c) });

interface Shown {
  readonly error?: string;
  readonly typed?: string;
  readonly status?: 200 | 400 | 429;
}

async function show(
  c: Context<AppEnv>,
  deps: PageDeps,
  caller: Caller,
  { error = '', typed = '', status = 200 }: Shown = {},
): Promise<Response> {
  const { drive } = deps;
  const { t } = translatorOf(c.get('locale'));
  const nodeId = nodeOf(c);
  const [person, space, node, people, ownName] = await Promise.all([
    drivePerson(deps, caller),
    drive.space(caller),
    drive.detail(caller, nodeId),
    drive.grantsOf(caller, nodeId),
    drive.inviterName(caller),
  ]);
  const folderId = node.kind === 'drive#folder' ? node.id : node.parent_id;
  const did = c.req.query('did') ?? '';
  return renderInDrive(
    { c, person, space },
    { title: t('drive.people.title'), status },
    <PeopleView
      nodeId={nodeId}
      people={people}
      ownName={ownName}
      error={error}
      typed={typed}
      name={node.name}
      isFolder={node.kind === 'drive#folder'}
      back={folderId === '' ? href('drive.all') : href('drive.folder', { folderId })}
      said={error === '' && Object.hasOwn(DID, did) ? t(DID[did as keyof typeof DID]) : ''}
    />,
  );
}

export function peoplePage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return asPerson(c, hereOf(c), (caller) => show(c, deps, caller));
}

async function change(c: Context<AppEnv>, { drive }: PageDeps, caller: Caller, form: SentForm): Promise<void> {
  const id = form.field('id', 100);
  const role = GRANT_ROLES.find((each) => each === form.get('role')) ?? 'viewer';
  switch (form.get('step')) {
    case 'invite':
      await drive.inviteGuest(caller, { nodeId: nodeOf(c), person: form.field('person', GRANT_PERSON_CHARS), role });
      return;
    case 'change':
      await drive.changeGrant(caller, id, role);
      return;
    case 'offer':
    case 'withdraw':
      await drive.offerGrant(caller, id, form.get('step') === 'offer');
      return;
    case 'remove':
      await drive.removeGrant(caller, id);
      return;
    default:
      throw new AppError('invalid_argument', { reason: 'unknown', field: 'step' });
  }
}

export async function peoplePost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps, 8_192);
  return asPerson(c, hereOf(c), async (caller) => {
    try {
      await change(c, deps, caller, form);
      return seeOther(`${hereOf(c)}?did=${form.field('step', 10)}`);
    } catch (caught) {
      const refusal = refusalOf(caught);
      if (refusal.errorName === 'unauthenticated') throw refusal;
      const error = sentenceOf(refusal, translatorOf(c.get('locale')));
      const typed = form.field('person', GRANT_PERSON_CHARS);
      return show(c, deps, caller, { error, typed, status: refusalStatus(refusal) });
    }
  });
}
