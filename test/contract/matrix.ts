/**
 * The authorisation matrix: every endpoint × every kind of caller. `ask` makes a call about data of `owner`; the column decides the caller.
 * An endpoint without a row does not compile and fails the test. A new kind of caller is one line of CALLERS.
 */
import { authContract } from '#shared/auth/contract.ts';
import type { Endpoint } from '#shared/contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import type { ErrorName } from '#shared/errors.ts';
import type { EndpointId } from '#shared/openapi/endpoints.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { draft, publication, rollback } from './cases/config.cases.ts';
import { makePasskey, sudoFor } from './cases/factor.cases.ts';
import { authorizeBody } from './cases/oauth.cases.ts';
import { type Ask, DEVICE_ID } from './send.ts';
import {
  beginUpload,
  bytesOf,
  credentials,
  freshName,
  makeFile,
  makeFolder,
  makeLink,
  makeVersioned,
  ok,
  type Person,
  partAsk,
  signIn,
  trash,
  UNKNOWN_ID,
  type World,
} from './world.ts';

/** Kind of caller -> owner of the requested data. matrix.worker.test.ts has the bearers. */
export const CALLERS = {
  visitor: 'alice',
  free: 'alice',
  premium: 'carla',
  other: 'alice',
  operator: 'alice',
  frozen: 'alice',
  ended: 'alice',
  forged: 'alice',
} as const satisfies Readonly<Record<string, keyof World>>;

export type CallerKind = keyof typeof CALLERS;

/** `own`: a success that speaks of the caller's things and holds nothing of the owner's. */
export type Expected = 'ok' | 'own' | ErrorName;

type Asking = (owner: Person, caller: CallerKind) => Ask | Promise<Ask>;

export interface MatrixRow {
  readonly ask: Asking;
  readonly cells: Readonly<Record<CallerKind, Expected>>;
}

/** Part of the names of the owner's data, so that a leak is visible. */
export const OWNERS_MARK = 'of the owner';
const NEW_PASSWORD = 'a password of the test';
const named = () => freshName(OWNERS_MARK);
const folder = (owner: Person, parentId = '') => makeFolder(owner, parentId, named());
const file = (owner: Person) => makeFile(owner, 'hello', named());
const link = async (owner: Person) => makeLink(owner, { fileIds: [await file(owner)] });
const upload = async (owner: Person) => (await beginUpload(owner, 5, named())).session.upload_id;

/** The bearer decides; `other` is the answer to a stranger, `self` to the owner. */
function forPerson(ask: Asking, other: Expected, self: Expected = 'ok'): MatrixRow {
  const none = 'unauthenticated';
  return {
    ask,
    cells: {
      visitor: none,
      free: self,
      premium: self,
      other,
      operator: other,
      frozen: none,
      ended: none,
      forged: none,
    },
  };
}

/** The bearer changes nothing. */
function forAnyone(ask: Asking, all: Expected = 'ok'): MatrixRow {
  return {
    ask,
    cells: { visitor: all, free: all, premium: all, other: all, operator: all, frozen: all, ended: all, forged: all },
  };
}

/** Only for people whom the server made operators. */
function forOperators(ask: Asking, operator: Expected = 'ok'): MatrixRow {
  const row = forPerson(ask, 'permission_denied', 'permission_denied');
  return { ask, cells: { ...row.cells, operator } };
}

const batch =
  (more: object = {}): Asking =>
  async (owner) => ({ body: { ids: [await folder(owner, await folder(owner))], ...more } });

const aboutUpload =
  (more: Ask = {}): Asking =>
  async (owner) => ({ ...more, params: { id: await upload(owner) } });

const aboutVersion: Asking = async (owner) => {
  const { id, version_id } = await makeVersioned(owner, named());
  return { params: { id, version_id } };
};

const bySudo =
  (more: object = {}): Asking =>
  async (owner) => ({ body: { sudo_token: await sudoFor(owner), ...more } });

export const MATRIX: Readonly<Record<EndpointId, MatrixRow>> = {
  'config.basic': forAnyone(() => ({ body: { client: 'web' } })),
  'config.resources': forAnyone(() => ({ body: { client: 'web' } })),
  'config.debugOptions': forAnyone(() => ({ body: { client: 'web' } })),
  'config.externalProducts': forAnyone(() => ({ body: { client: 'web' } })),
  'config.activityOperation': forAnyone(() => ({ body: { client: 'web' } })),
  'config.drive': forAnyone(() => ({ body: { client: 'web' } })),
  'config.globalConfig': forAnyone(() => ({ body: { uuid: DEVICE_ID } })),
  'config.documents': forOperators(() => ({})),
  'config.document': forOperators(() => ({ params: { name: 'basic' } })),
  'config.saveDraft': forOperators(draft),
  'config.discardDraft': forOperators(() => ({ params: { name: 'basic' } })),
  'config.diff': forOperators(() => ({ params: { name: 'basic' } })),
  'config.publish': forOperators(publication),
  'config.history': forOperators(() => ({ params: { name: 'basic' } })),
  'config.version': forOperators(() => ({ params: { name: 'basic', version: 0 } })),
  'config.rollback': forOperators(rollback),
  'config.log': forOperators(() => ({})),

  'access.areaAccessible': forAnyone(() => ({ query: { country: 'DE' } })),

  'shield.captchaInit': forAnyone(() => ({ body: { action: 'GET:/drive/v1/files', device_id: DEVICE_ID } })),
  // The holder of a ticket may work for it; the matrix tries that the bearer changes nothing.
  'shield.checkChallenge': forAnyone(() => ({ query: { challenge: 'noise' } }), 'captcha_invalid'),
  'shield.checkSolve': forAnyone(() => ({ body: { challenge: 'noise', solution: 'noise' } }), 'captcha_invalid'),
  'shield.verifyRecaptchaToken': forAnyone(() => ({ body: { type: 'recaptcha', captcha_token: 'noise' } })),

  // The sealed link is the authority; the matrix tries that the bearer changes nothing.
  'mail.subscription': forAnyone(() => ({ query: { d: 'noise' } }), 'invalid_argument'),
  'mail.unsubscribe': forAnyone(() => ({ query: { d: 'noise' } }), 'invalid_argument'),

  'auth.signIn': forAnyone(({ email }) => ({ body: credentials(email) })),
  'auth.token': forAnyone(({ email }) => ({ body: { ...credentials(email), grant_type: 'password' } })),
  'auth.revoke': forAnyone(() => ({ body: { token: 'noise' } })),
  // The matrix tries who may call: the refusal is the same for every caller.
  'auth.verification': forAnyone(
    ({ email }) => ({ body: { client_id: 'cli', email, usage: 'PASSWORD_RESET' } }),
    'captcha_required',
  ),
  'auth.verifyCode': forAnyone(
    () => ({ body: { client_id: 'cli', verification_id: 'ab'.repeat(17), verification_code: '123456' } }),
    'expired_verification_code',
  ),
  'auth.signUp': forAnyone(
    ({ email }) => ({ body: { client_id: 'cli', email, password: NEW_PASSWORD, verification_token: 'noise' } }),
    'invalid_verification_code',
  ),
  'auth.reset': forAnyone(
    ({ email }) => ({ body: { client_id: 'cli', email, new_password: NEW_PASSWORD, verification_token: 'noise' } }),
    'invalid_verification_code',
  ),
  'auth.sudo': forPerson(() => ({ body: { password: 'not it' } }), 'invalid_password', 'invalid_password'),
  'auth.changePassword': forPerson(
    () => ({ body: { sudo_token: 'noise', new_password: NEW_PASSWORD } }),
    'permission_denied',
    'permission_denied',
  ),
  'auth.changeEmail': forPerson(
    ({ email }) => ({ body: { sudo_token: 'noise', email, verification_token: 'noise' } }),
    'permission_denied',
    'permission_denied',
  ),
  'auth.changePhone': forPerson(
    () => ({ body: { sudo_token: 'noise', phone_number: '+12125550123', verification_token: 'noise' } }),
    'permission_denied',
    'permission_denied',
  ),
  'auth.removePhone': forPerson(() => ({ body: { sudo_token: 'noise' } }), 'permission_denied', 'permission_denied'),
  'auth.undoEmail': forAnyone(() => ({ body: { undo_token: 'noise' } }), 'invalid_argument'),
  'auth.rename': forPerson(() => ({ body: { name: ' ' } }), 'invalid_argument', 'invalid_argument'),
  'auth.setPicture': forPerson(() => ({ bytes: bytesOf('no picture') }), 'invalid_argument', 'invalid_argument'),
  'auth.removePicture': forPerson(() => ({}), 'own'),
  'auth.devices': forPerson(() => ({}), 'own'),
  'auth.settings': forPerson(() => ({}), 'own'),
  'auth.saveSettings': forPerson(() => ({ body: { items: { matrix: 1 } } }), 'own'),
  'auth.revokeDevice': forPerson(async ({ email }) => {
    const id = newHexId();
    await ok(authContract.signIn, { body: credentials(email), headers: { 'x-device-id': id } });
    return { params: { id } };
  }, 'not_found'),
  'auth.endOthers': forPerson(() => ({}), 'own'),
  'auth.freeze': forPerson(() => ({ body: { sudo_token: 'noise' } }), 'permission_denied', 'permission_denied'),
  'auth.close': forPerson(() => ({ body: { sudo_token: 'noise' } }), 'permission_denied', 'permission_denied'),
  'auth.unlock': forAnyone(() => ({ body: { client_id: 'cli', unlock_token: 'noise' } }), 'invalid_argument'),
  'auth.areaCountryCode': forAnyone(() => ({})),
  'auth.me': forPerson(() => ({}), 'own'),
  'auth.twoFactor': forPerson(() => ({}), 'own'),
  'auth.setUpTwoFactor': forPerson(bySudo(), 'permission_denied'),
  'auth.enableTwoFactor': forPerson(
    () => ({ body: { setup_token: 'noise', code: '123456' } }),
    'expired_token',
    'expired_token',
  ),
  'auth.disableTwoFactor': forPerson(bySudo({ code: '123456' }), 'permission_denied', 'failed_precondition'),
  'auth.renewRecoveryCodes': forPerson(bySudo(), 'permission_denied', 'failed_precondition'),
  'auth.passkeyOptions': forPerson(bySudo(), 'permission_denied'),
  'auth.addPasskey': forPerson(
    () => ({ body: { challenge_token: 'noise', credential: {}, name: 'x' } }),
    'expired_token',
    'expired_token',
  ),
  'auth.passkeys': forPerson(() => ({}), 'own'),
  'auth.renamePasskey': forPerson(
    async (owner) => ({ params: { id: (await makePasskey(owner)).id }, body: { name: 'Phone' } }),
    'not_found',
  ),
  'auth.removePasskey': forPerson(async (owner) => {
    const { id } = await makePasskey(owner);
    return { params: { id }, body: { sudo_token: await sudoFor(owner) } };
  }, 'permission_denied'),
  'auth.passkeySignInOptions': forAnyone(() => ({ body: { client_id: 'cli' } })),
  'auth.passkeySignIn': forAnyone(
    () => ({ body: { client_id: 'cli', challenge_token: 'noise', credential: {} } }),
    'invalid_account_or_password',
  ),
  'auth.authorize': forPerson(() => ({ body: authorizeBody }), 'own'),
  'auth.deviceCode': forAnyone(() => ({ body: { client_id: 'tv' } })),
  // A question about another person's token is answered as for an invalid token.
  'auth.introspect': forPerson(({ token }) => ({ query: { token } }), 'own'),
  'auth.introspectByPost': forPerson(({ token }) => ({ body: { token } }), 'own'),
  'auth.serverMetadata': forAnyone(() => ({})),
  'auth.jwks': forAnyone(() => ({})),

  // Without the mark: the text is the caller's own and is in the export below.
  'ops.sendFeedback': forPerson(() => ({ body: { topic: 'question', message: freshName() } }), 'own'),
  'ops.messages': forOperators(() => ({})),
  // The matrix tries who may call: no message has this id.
  'ops.setMessageState': forOperators(() => ({ params: { id: UNKNOWN_ID }, body: { state: 'done' } }), 'not_found'),
  'ops.downloadStatistics': forAnyone(() => ({})),
  'ops.exportData': forPerson(() => ({}), 'own'),
  'ops.countEvents': forAnyone(() => ({ body: { events: [{ name: 'page_view', path: '/ja/help' }] } })),
  'ops.eventCounts': forOperators(() => ({ query: { days: 1 } })),

  'drive.list': forPerson(async (owner) => {
    const parent = await folder(owner);
    await folder(owner, parent);
    return { query: { parent_id: parent } };
  }, 'own'),
  'drive.detail': forPerson(async (owner) => ({ params: { id: await file(owner) } }), 'file_not_found'),
  'drive.create': forPerson(
    async (owner) => ({ body: { kind: 'drive#folder', name: freshName(), parent_id: await folder(owner) } }),
    'file_not_found',
  ),
  'drive.search': forPerson(async (owner) => {
    const name = freshName('sought');
    await makeFolder(owner, '', name);
    return { query: { q: name } };
  }, 'own'),
  'drive.star': forPerson(batch(), 'file_not_found'),
  'drive.unstar': forPerson(batch(), 'file_not_found'),
  'drive.batchRename': forPerson(
    async (owner) => ({ body: { items: [{ id: await folder(owner), name: freshName() }] } }),
    'file_not_found',
  ),
  'drive.size': forPerson(async (owner) => ({ params: { id: await folder(owner) } }), 'file_not_found'),
  'drive.live': forPerson(() => ({}), 'own'),
  'drive.kinds': forPerson(() => ({}), 'own'),
  'drive.heavyFolders': forPerson(() => ({}), 'own'),
  'drive.largest': forPerson(() => ({}), 'own'),
  'drive.duplicates': forPerson(() => ({}), 'own'),
  'drive.cid': forPerson(() => ({ query: { cid: 'a'.repeat(40), file_size: 5 } }), 'own'),
  'drive.events': forPerson(async (owner) => {
    await folder(owner);
    return {};
  }, 'own'),
  'drive.addEvent': forPerson(
    async (owner) => ({ body: { event: { type: 'TYPE_VIEW', file_id: await folder(owner) } } }),
    'file_not_found',
  ),
  'drive.deleteEvents': forPerson(() => ({ body: { ids: ['none'] } }), 'own'),
  'drive.clearEvents': forPerson(() => ({ body: {} }), 'own'),
  'drive.rename': forPerson(
    async (owner) => ({ params: { id: await file(owner) }, body: { name: freshName() } }),
    'file_not_found',
  ),
  'drive.batchMove': forPerson(batch({ to: {} }), 'file_not_found'),
  'drive.batchCopy': forPerson(batch({ to: {} }), 'file_not_found'),
  'drive.batchTrash': forPerson(batch(), 'file_not_found'),
  'drive.batchUntrash': forPerson(batch(), 'file_not_found'),
  'drive.batchDelete': forPerson(batch(), 'file_not_found'),
  'drive.emptyTrash': forPerson(async (owner) => {
    await trash(owner, await folder(owner));
    return {};
  }, 'own'),
  'drive.postEmptyTrash': forPerson(async (owner) => {
    await trash(owner, await folder(owner));
    return {};
  }, 'own'),
  'drive.trashOne': forPerson(async (owner) => ({ params: { id: await folder(owner) } }), 'file_not_found'),
  'drive.task': forPerson(async (owner) => ({ params: { id: await trash(owner, await folder(owner)) } }), 'not_found'),
  'drive.tasks': forPerson(async (owner) => {
    await trash(owner, await folder(owner));
    return {};
  }, 'own'),
  'drive.about': forPerson(() => ({}), 'own'),
  'drive.conflicts': forPerson(async (owner) => {
    const parent_id = await folder(owner);
    return { body: { parent_id, names: ['any'] } };
  }, 'file_not_found'),
  'drive.versions': forPerson(async (owner) => ({ params: { id: await file(owner) } }), 'file_not_found'),
  'drive.version': forPerson(aboutVersion, 'file_not_found'),
  'drive.restoreVersion': forPerson(aboutVersion, 'file_not_found'),
  'drive.deleteVersion': forPerson(aboutVersion, 'file_not_found'),
  'drive.uploads': forPerson(async (owner) => {
    await beginUpload(owner, 5, named());
    return {};
  }, 'own'),
  'drive.uploadState': forPerson(aboutUpload(), 'not_found'),
  'drive.uploadPart': {
    // The signed token of the upload is the authority, for any holder, and only while its session is valid.
    async ask(owner, caller) {
      const person = caller === 'ended' ? await signIn(owner.email) : owner;
      const begun = await beginUpload(person, 5, named());
      const ask = partAsk(begun, bytesOf('hello'));
      if (caller === 'ended') await ok(authContract.revoke, { token: person.token, body: {} });
      return caller === 'forged' ? { ...ask, headers: { 'x-upload-token': `${begun.session.upload_token}x` } } : ask;
    },
    cells: {
      visitor: 'ok',
      free: 'ok',
      premium: 'ok',
      other: 'ok',
      operator: 'ok',
      frozen: 'ok',
      ended: 'unauthenticated',
      forged: 'permission_denied',
    },
  },
  'drive.put': forPerson(async (owner) => {
    const parent_id = await folder(owner);
    return { query: { parent_id, name: 'put' }, bytes: bytesOf('hello') };
  }, 'file_not_found'),
  'drive.uploadComplete': forPerson(async (owner) => {
    const begun = await beginUpload(owner, 5, named());
    await ok(driveContract.uploadPart, partAsk(begun, bytesOf('hello')));
    return { params: { id: begun.session.upload_id } };
  }, 'not_found'),
  'drive.uploadAbort': forPerson(aboutUpload(), 'own'),

  'share.create': forPerson(async (owner) => ({ body: { file_ids: [await file(owner)] } }), 'file_not_found'),
  'share.list': forPerson(async (owner) => {
    const { shareId } = await link(owner);
    return { query: { filters: JSON.stringify({ id: { in: shareId } }) } };
  }, 'own'),
  'share.remove': forPerson(async (owner) => ({ body: { ids: [(await link(owner)).shareId] } }), 'not_found'),
  'share.open': forAnyone(async (owner) => ({ query: { share_id: (await link(owner)).shareId } })),
  'share.detail': forAnyone(async (owner) => ({ query: { share_id: (await link(owner)).shareId } })),
  'share.fileInfo': forAnyone(async (owner) => {
    const { shareId, fileIds } = await link(owner);
    return { query: { share_id: shareId, file_id: fileIds[0] ?? UNKNOWN_ID } };
  }),
  'share.batchFileInfo': forAnyone(async (owner) => {
    const { shareId, fileIds } = await link(owner);
    return { body: { share_id: shareId, file_ids: [...fileIds] } };
  }),
  'share.change': forPerson(async (owner) => ({ body: { share_id: (await link(owner)).shareId } }), 'not_found'),
  'share.removeOne': forPerson(async (owner) => ({ params: { id: (await link(owner)).shareId } }), 'not_found'),
  'share.sender': forPerson(() => ({}), 'own'),
  'share.setSender': forPerson(() => ({ body: { nickname: '' } }), 'own'),
  'share.restore': forPerson(
    // Without the mark: a saved file has its name in the drive of the person who saved it.
    async (owner) => {
      const fileIds = [await makeFile(owner, 'hello', freshName())];
      return { body: { share_id: (await makeLink(owner, { fileIds })).shareId, file_ids: [] } };
    },
    'ok',
    'file_restore_own',
  ),
  'share.audit': forOperators(async (owner) => ({
    body: { share_user_id: owner.userId, file_ids: [...(await link(owner)).fileIds] },
  })),
};

/** @returns ids of the matrix that no endpoint has */
export function strayRows(endpoints: readonly Endpoint[]): string[] {
  return Object.keys(MATRIX).filter((id) => !endpoints.some((endpoint) => endpoint.id === id));
}
