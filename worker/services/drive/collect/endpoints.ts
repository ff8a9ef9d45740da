/** Endpoints of links that collect files. */
import type { Hono } from 'hono';
import { type CollectFile, type CollectLink, collectContract } from '#shared/drive/collect/collect.contract.ts';
import type { CollectKind } from '#shared/drive/collect/collect-terms.ts';
import { href } from '#shared/routes.ts';
import { parseWireTime, wireTime } from '#shared/units.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveDeps } from '../deps.ts';
import type { CollectedFile } from './arrivals.store.ts';
import type { CollectData } from './links.store.ts';
import {
  changeCollectLink,
  closeCollectLink,
  collectedFiles,
  collectLinks,
  createCollectLink,
  deleteCollectLink,
  type TermsInput,
} from './owner.ts';

function toLink(link: CollectData, origin: string): CollectLink {
  return {
    kind: 'drive#collect_link',
    link_id: link.id,
    url: `${origin}${href('collect.open', { collectId: link.id })}`,
    folder_id: link.folderId,
    state: link.state,
    title: link.title,
    message: link.message,
    created_time: wireTime(link.createdMs),
    end_time: wireTime(link.endsMs),
    kind_of_files: link.kind,
    extensions: [...link.extensions],
    max_file_size: String(link.fileBytes),
    max_total_size: String(link.totalBytes),
    max_files: link.maxFiles,
    by_person: link.byPerson,
    files: link.files,
    last_time: wireTime(link.lastMs),
  };
}

function toFile(file: CollectedFile): CollectFile {
  return {
    kind: 'drive#collect_file',
    receipt_id: file.receiptId,
    file_id: file.nodeId,
    name: file.name,
    size: String(file.sizeBytes),
    state: file.state,
    visitor: file.visitor,
    note: file.note,
    created_time: wireTime(file.atMs),
  };
}

interface Terms {
  title: string;
  message: string;
  end_time: string;
  kind_of_files: CollectKind;
  extensions: string;
  max_file_size: number;
  max_total_size: number;
  max_files: number;
  by_person: boolean;
}

function termsOf(body: Terms): TermsInput {
  return {
    title: body.title,
    message: body.message,
    endsMs: body.end_time === '' ? null : (parseWireTime(body.end_time) ?? Number.NaN),
    kind: body.kind_of_files,
    extensions: body.extensions,
    fileBytes: body.max_file_size,
    totalBytes: body.max_total_size,
    maxFiles: body.max_files,
    byPerson: body.by_person,
  };
}

export function bindCollect(router: Hono<AppEnv>, deps: DriveDeps): void {
  const wire = (link: CollectData) => toLink(link, deps.appOrigin);
  bindEndpoint(router, collectContract.collectCreate, async ({ caller, body, call }) =>
    wire(await createCollectLink(deps, caller, body.folder_id, termsOf(body), call)),
  );
  bindEndpoint(router, collectContract.collectLinks, async ({ caller, query }) => ({
    links: (await collectLinks(deps, caller, query.folder_id)).map(wire),
  }));
  bindEndpoint(router, collectContract.collectChange, async ({ caller, params, body }) =>
    wire(await changeCollectLink(deps, caller, params.id, termsOf(body))),
  );
  bindEndpoint(router, collectContract.collectClose, async ({ caller, params, body }) =>
    wire(await closeCollectLink(deps, caller, params.id, body.closed)),
  );
  bindEndpoint(router, collectContract.collectFiles, async ({ caller, params, query }) => {
    const { files, nextPageToken } = await collectedFiles(deps, caller, params.id, query.page_token);
    return { files: files.map(toFile), next_page_token: nextPageToken };
  });
  bindEndpoint(router, collectContract.collectRemove, async ({ caller, params }) => {
    await deleteCollectLink(deps, caller, params.id);
    return {};
  });
}
