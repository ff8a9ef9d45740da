/** Cases of visitors of links that collect files: parts that the secret of a browser opens. */
import { Buffer } from 'node:buffer';
import { COLLECT_SECRET_HEADER, type visitorContract } from '#shared/drive/collect/visitor.contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { type Asking, forAnyone, type MatrixRow, type MatrixRows, ownedFolder } from '../../callers.ts';
import type { Case, ContractCases } from '../../cases.ts';
import { type Ask, send } from '../../send.ts';
import { bytesOf, ok, type Person, UNKNOWN_ID } from '../../world.ts';
import { fillParts } from '../parts-under-way.ts';
import { makeCollectLink } from './collect.cases.ts';

const PDF = bytesOf('%PDF-1.7 hello');

/** A file of a visitor, and the calls about it. */
interface Sending {
  readonly owner: Person;
  readonly linkId: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
}

let addresses = 0;

/** @param terms  of the link */
async function sending(owner: Person, terms: object = {}, folderId = ''): Promise<Sending> {
  const linkId = await makeCollectLink(owner, terms, folderId);
  addresses += 1;
  // An address sends twenty files without a human check.
  const headers = { [COLLECT_SECRET_HEADER]: newWireId(), 'cf-connecting-ip': `198.18.0.${addresses % 250}` };
  return { owner, linkId, key: newWireId(), headers };
}

const beginAsk = ({ linkId, key, headers }: Sending, more: object = {}): Ask => ({
  params: { id: linkId },
  headers,
  body: { key, name: 'a.pdf', size: PDF.length, head: Buffer.from(PDF).toString('base64'), visitor: 'Ann', ...more },
});
const fileAsk = ({ linkId, key, headers }: Sending, more: Ask = {}): Ask => ({
  ...more,
  params: { id: linkId, key, ...more.params },
  headers,
});
const partAsk = (sent: Sending, bytes = PDF, part = 1) => fileAsk(sent, { params: { part }, bytes });

async function begun(owner: Person, terms: object = {}, folderId = ''): Promise<Sending> {
  const sent = await sending(owner, terms, folderId);
  await ok(driveContract.collectSend, beginAsk(sent));
  return sent;
}

async function whole(owner: Person, folderId = ''): Promise<Sending> {
  const sent = await begun(owner, {}, folderId);
  await ok(driveContract.collectSendPart, partAsk(sent));
  return sent;
}

const close = ({ owner, linkId }: Sending) =>
  ok(driveContract.collectClose, { token: owner.token, params: { id: linkId }, body: { closed: true } });

const closed: Case = async ({ alice }) => {
  const sent = await begun(alice);
  await close(sent);
  return fileAsk(sent);
};
const withoutSecret =
  (more: Ask = {}): Case =>
  async ({ alice }) => ({ ...fileAsk(await begun(alice), more), headers: {} });
const withoutLink =
  (more: Ask = {}): Case =>
  async ({ alice }) => {
    const sent = await sending(alice);
    return fileAsk({ ...sent, linkId: UNKNOWN_ID }, more);
  };

const begin =
  (terms: object, more: object = {}): Case =>
  async ({ alice }) =>
    beginAsk(await sending(alice, terms), more);

export const visitorCases: ContractCases<typeof visitorContract> = {
  collectSend: {
    success: {
      'a session': begin({}),
      'the same session with its parts': async ({ alice }) => beginAsk(await whole(alice)),
      'an empty file, which is there at once': begin({}, { size: 0 }),
    },
    errors: {
      invalid_argument: begin({ kind_of_files: 'image' }),
      not_found: async ({ alice }) => beginAsk({ ...(await sending(alice)), linkId: UNKNOWN_ID }),
      failed_precondition: async ({ alice }) => {
        const sent = await sending(alice);
        await close(sent);
        return beginAsk(sent);
      },
      file_name_empty: begin({}, { name: '' }),
      file_name_invalid: begin({}, { name: 'a/b' }),
      file_too_large: begin({ max_file_size: 3 }),
      too_many_requests: async ({ alice }) => {
        const sent = await begun(alice);
        await ok(driveContract.collectSend, beginAsk({ ...sent, key: newWireId() }));
        return beginAsk({ ...sent, key: newWireId() });
      },
      captcha_required: async ({ alice }) => {
        const sent = await sending(alice);
        for (let calls = 0; calls < 20; calls += 1)
          await send(driveContract.collectSend, beginAsk({ ...sent, linkId: UNKNOWN_ID }));
        return beginAsk(sent);
      },
      captcha_invalid: begin({}, { captcha_token: 'noise' }),
    },
  },
  collectSent: {
    success: {
      'a file that is coming in': async ({ alice }) => fileAsk(await whole(alice)),
      'nothing for a secret that sent nothing': async ({ alice }) => fileAsk(await sending(alice)),
    },
    errors: { invalid_argument: withoutSecret(), not_found: withoutLink() },
  },
  collectSendState: {
    success: { 'the session': async ({ alice }) => fileAsk(await whole(alice)) },
    errors: { invalid_argument: withoutSecret(), not_found: withoutLink(), failed_precondition: closed },
  },
  collectSendPart: {
    success: {
      'the stored part': async ({ alice }) => partAsk(await begun(alice)),
      'a part that is sent again': async ({ alice }) => partAsk(await whole(alice)),
    },
    errors: {
      invalid_argument: async ({ alice }) => partAsk(await begun(alice), bytesOf('other')),
      not_found: async ({ alice }) => partAsk(await sending(alice)),
      failed_precondition: async ({ alice }) => {
        const sent = await begun(alice);
        await close(sent);
        return partAsk(sent);
      },
      too_many_requests: async ({ alice }) => {
        const sent = await begun(alice);
        await fillParts(alice, sent.key);
        return partAsk(sent);
      },
    },
  },
  collectSendComplete: {
    success: {
      'the file': async ({ alice }) => fileAsk(await whole(alice)),
      'the file once more': async ({ alice }) => {
        const sent = await whole(alice);
        await ok(driveContract.collectSendComplete, fileAsk(sent));
        return fileAsk(sent);
      },
    },
    errors: {
      invalid_argument: withoutSecret(),
      not_found: withoutLink(),
      failed_precondition: async ({ alice }) => fileAsk(await begun(alice)),
    },
  },
  collectSendAbort: {
    success: {
      'nothing for a file that ends': async ({ alice }) => fileAsk(await whole(alice)),
      'nothing for a file that never was': async ({ alice }) => fileAsk(await sending(alice)),
    },
    errors: { invalid_argument: withoutSecret(), not_found: withoutLink() },
  },
};

/** The secret of the browser decides, and a bearer changes nothing. */
const forHolder = (ask: Asking): MatrixRow => ({ ...forAnyone(ask), isForHolder: true });

const ofOwner =
  (make: (owner: Person, terms: object, folderId: string) => Promise<Sending>, ask: (sent: Sending) => Ask): Asking =>
  async (owner) =>
    ask(await make(owner, {}, await ownedFolder(owner)));

export const visitorMatrix: MatrixRows<typeof visitorContract> = {
  collectSend: forHolder(ofOwner(sending, (sent) => beginAsk(sent))),
  collectSent: forAnyone(ofOwner(begun, (sent) => fileAsk(sent))),
  collectSendState: forAnyone(ofOwner(begun, (sent) => fileAsk(sent))),
  collectSendPart: forHolder(ofOwner(begun, (sent) => partAsk(sent))),
  collectSendComplete: forHolder(
    ofOwner(
      (owner, _, folderId) => whole(owner, folderId),
      (sent) => fileAsk(sent),
    ),
  ),
  collectSendAbort: forHolder(ofOwner(begun, (sent) => fileAsk(sent))),
};
