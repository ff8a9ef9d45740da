/** Takes the steps of links that collect files, as their owner and as visitors, in a real drive and its model. */
import { expect } from 'vitest';
import type { NodeId } from '#shared/ids.ts';
import { DAY_MS, HOUR_MS } from '#shared/units.ts';
import { digestOf } from '#worker/services/drive/collect/visitor.ts';
import { FormFileDecoder } from '#worker/services/drive/upload/body/form-body.ts';
import type { MadeFile, ModelLink, ModelTerms } from './collect-model.ts';
import { modelled, real } from './outcome.ts';
import type { DrivePair } from './pages.ts';
import type { CollectStep } from './steps.ts';

const BOUNDARY = 'form';

const receiptOf = (n: number) => `receipt-of-visitor-${n}`.padEnd(26, 'x');

function termsFor(pair: DrivePair, { maxFiles, fileBytes, extension, byPerson }: ModelTerms) {
  const kind = extension === null ? ('any' as const) : ('list' as const);
  const rest = { title: '', message: '', endsMs: pair.call().nowMs + DAY_MS, extensions: extension ?? '' };
  return { ...rest, kind, fileBytes, totalBytes: 0, maxFiles, byPerson };
}

/** Ids that the real drive gave to a file that was sent. */
async function madeFor(pair: DrivePair, linkId: string, receipt: string, fileKey: string): Promise<MadeFile> {
  const [row] = await pair.sql<{ upload: string; node: string; folder: string }>(
    `SELECT f.upload_id AS upload, n.id AS node, n.parent_id AS folder FROM collect_files AS f LEFT JOIN uploads AS u ON u.id = f.upload_id
     LEFT JOIN nodes AS n ON n.id = CASE f.node_id WHEN '' THEN u.node_id ELSE f.node_id END
     WHERE link_id = ? AND receipt = ? AND file_key = ?`,
    linkId,
    digestOf(receipt),
    fileKey,
  );
  return { uploadId: row?.upload ?? '', nodeId: row?.node ?? '', folderId: row?.folder ?? '' };
}

async function send(pair: DrivePair, link: ModelLink, step: Extract<CollectStep, { do: 'send' }>): Promise<void> {
  const { service, collect } = pair;
  const { name, sizeBytes, visitor, inParts } = step;
  const [receipt, fileKey] = [receiptOf(step.receipt), `key-${step.key}`];
  const bytes = pair.bytesFor(sizeBytes);
  const sent = {
    linkId: link.id,
    receipt,
    fileKey,
    name,
    sizeBytes,
    visitor,
    note: '',
    isChecked: false,
    needsCheck: false,
    requireDiskSpace: async () => undefined,
  };
  const whole = async () => {
    const { body } = new Response(new Blob([bytes, `\r\n--${BOUNDARY}--\r\n`]));
    if (!body) throw new Error('no body');
    await service.receiveCollected({ ...sent, rest: new Uint8Array(), body, decoder: new FormFileDecoder(BOUNDARY) });
  };
  const done = await real(
    inParts ? async () => void (await service.beginCollectedParts({ ...sent, head: bytes })) : whole,
  );
  const made = await madeFor(pair, link.id, receipt, fileKey);
  const expected = modelled(() =>
    collect.send(link.id, { receipt, key: fileKey, name, sizeBytes, visitor, inParts }, made),
  );
  expect(done.refusal).toBe(expected.refusal);
}

async function finishSent(pair: DrivePair, link: ModelLink, receipt: string, fileKey: string): Promise<void> {
  const { service, collect } = pair;
  const bytes = pair.bytesFor(link.files.get(`${receipt} ${fileKey}`)?.sizeBytes ?? 7);
  const named = { linkId: link.id, receipt, fileKey };
  const done = await real(async () => {
    const { body } = new Response(bytes);
    if (!body) throw new Error('no body');
    const part = { part: 1, sizeBytes: bytes.length, body, requireDiskSpace: async () => undefined };
    await service.receiveCollectedPart({ ...named, ...part });
    await service.finishCollected(named);
  });
  const made = await madeFor(pair, link.id, receipt, fileKey);
  expect(done.refusal).toBe(modelled(() => collect.finish(link.id, { receipt, key: fileKey }, made)).refusal);
}

async function act(pair: DrivePair, link: ModelLink, step: Extract<CollectStep, { do: 'collectLink' }>): Promise<void> {
  const { service, caller, collect } = pair;
  const { id } = link;
  switch (step.act) {
    case 'close':
    case 'open':
      await service.closeCollectLink(caller, id, step.act === 'close');
      collect.close(link, step.act === 'close');
      return;
    case 'end':
      await pair.sql('UPDATE collect_links SET ends_ms = 1 WHERE id = ?', id);
      link.hasEnded = true;
      return;
    case 'change': {
      const terms = { ...link.terms, maxFiles: step.maxFiles };
      await service.changeCollectLink(caller, id, termsFor(pair, terms));
      link.terms = terms;
      link.hasEnded = false;
      return;
    }
    case 'hour':
      await pair.sql(`UPDATE collect_files SET at_ms = at_ms - ${HOUR_MS} WHERE link_id = ?`, id);
      for (const sent of link.files.values()) sent.isOld = true;
      return;
    case 'delete':
      await service.deleteCollectLink(caller, id);
      collect.delete(id);
  }
}

/** The owner reads every link, the visitor the receipts, as the model has them. */
async function expectLinks({ service, caller, collect }: DrivePair, touched: ModelLink | undefined): Promise<void> {
  const links = await service.collectLinks(caller, '');
  const meant = collect.links.map((link) => {
    const accepted = [...link.files.values()].filter(({ state }) => state === 'accepted');
    return { id: link.id, state: collect.stateOf(link), files: accepted.length };
  });
  const byId = (left: { id: string }, right: { id: string }) => (left.id < right.id ? -1 : 1);
  expect(links.map(({ id, state, files }) => ({ id, state, files })).sort(byId)).toEqual(meant.sort(byId));
  const link = collect.links.find((each) => each === touched);
  if (!link) return;
  for (const receipt of [receiptOf(0), receiptOf(1)]) {
    const said = await service.collectReceipt(link.id, receipt);
    const sent = [...link.files.values()].filter((each) => each.receipt === receipt);
    const lines = (files: readonly { name: string; sizeBytes: number; state: string; isUndoable: boolean }[]) =>
      files.map((file) => `${file.name} ${file.sizeBytes} ${file.state} ${file.isUndoable}`).sort();
    expect(lines(said)).toEqual(lines(sent.map((each) => ({ ...each, isUndoable: collect.isUndoable(each) }))));
  }
  const { files } = await service.collectedFiles(caller, link.id, '');
  const came = [...link.files.values()].map(
    ({ name, state, nodeId }) => `${name} ${state} ${state === 'coming' ? '' : nodeId}`,
  );
  expect(files.map(({ name, state, nodeId }) => `${name} ${state} ${nodeId}`).sort()).toEqual(came.sort());
}

async function create(pair: DrivePair, step: Extract<CollectStep, { do: 'collect' }>): Promise<void> {
  const { service, caller, collect } = pair;
  const folderId: NodeId = pair.pick(step.to);
  const { maxFiles, fileBytes, extension, byPerson } = step;
  const terms = { maxFiles, fileBytes, extension, byPerson };
  const made = await real(() => service.createCollectLink(caller, folderId, termsFor(pair, terms), pair.call()));
  expect(made.refusal).toBe(modelled(() => collect.create(made.value?.id ?? '', folderId, terms)).refusal);
}

export async function takeCollect(pair: DrivePair, step: CollectStep): Promise<void> {
  const { service, collect } = pair;
  if (step.do === 'collect') {
    await create(pair, step);
    return expectLinks(pair, collect.links.at(-1));
  }
  const { links } = collect;
  const link = links[step.at % Math.max(1, links.length)];
  if (!link) return;
  switch (step.do) {
    case 'collectLink':
      await act(pair, link, step);
      break;
    case 'send':
      await send(pair, link, step);
      break;
    case 'finishSent':
      await finishSent(pair, link, receiptOf(step.receipt), `key-${step.key}`);
      break;
    case 'withdraw': {
      const undone = await real(() => service.withdrawCollected(link.id, receiptOf(step.receipt)));
      expect(undone.refusal).toBe(modelled(() => collect.withdraw(link.id, receiptOf(step.receipt))).refusal);
    }
  }
  await expectLinks(pair, link);
}
