/**
 * All stored data of a person as one JSON document, streamed: one page of a list is in memory at a time.
 * Refusals come before the first byte; a later error breaks the stream, and `complete` is missing.
 */
import { AppError } from '#shared/errors.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { ExportDeps } from '../deps.ts';
import { messagesOf } from '../inbox/messages.ts';
import { directLinkOf, fileOf, grantOf, headOf, notificationOf, orderOf, receivedOf, saveOf, shareOf } from './wire.ts';

export interface ExportedData {
  /** File name. */
  readonly name: string;
  /**
   * JSON of `exportDocument`. A failed read breaks the stream: its last member, `complete`, is missing then.
   */
  readonly body: ReadableStream<Uint8Array>;
}

/** The sources of a person's data. */

/** One page of a list: its items and the token of the next page; '' at the end. */
interface Page {
  readonly items: readonly unknown[];
  readonly next: string;
}

type ReadPage = (after: string) => Promise<Page>;

/** Links and saves of one page. */
const LIST_ROWS = 100;

/** @param first  the first page, if it was read before */
async function* listText(name: string, read: ReadPage, first?: Page): AsyncGenerator<string> {
  yield `,"${name}":[`;
  let before = '';
  let page = first ?? (await read(''));
  for (;;) {
    const text = page.items.map((item) => JSON.stringify(item)).join(',\n');
    if (text !== '') {
      yield `${before}\n${text}`;
      before = ',';
    }
    if (page.next === '') break;
    page = await read(page.next);
  }
  yield '\n]';
}

/** All stored data of a person. @throws AppError, before the first byte: unauthenticated; permission_denied for a token that may not see the drive */
export async function exportData(deps: ExportDeps, caller: Caller, call: CallContext): Promise<ExportedData> {
  const { auth, membership, billing, drive, share } = deps;
  // The export holds file names: a token for the account alone must not give access to the drive.
  if (!caller.scopes.includes('pan')) throw new AppError('permission_denied', { reason: 'insufficient_scope' });

  const files: ReadPage = async (after) => {
    const { rows, next } = await drive.exportPage(caller, after);
    return { items: rows.map(fileOf), next };
  };
  const orders: ReadPage = async (after) => {
    const page = await billing.ownOrders(caller.userId, after, LIST_ROWS);
    return { items: page.orders.map((order) => orderOf(order, call.nowMs)), next: page.nextPageToken };
  };
  const shares: ReadPage = async (after) => {
    const page = await share.list(caller, { limit: LIST_ROWS, pageToken: after, ids: [] }, call);
    return { items: page.data.map(shareOf), next: page.next_page_token };
  };
  const directLinks: ReadPage = async (after) => {
    const page = await share.directLinks(caller, { limit: LIST_ROWS, pageToken: after, fileId: '' });
    return { items: page.data.map(directLinkOf), next: page.next_page_token };
  };
  /** 1,000 grants of a drive and 500 received ones at most. */
  const grants = async (): Promise<Record<'given' | 'received' | 'blocked', Page>> => {
    const { given, received, blocked } = await drive.exportGrants(caller);
    return {
      given: { items: given.map(grantOf), next: '' },
      received: { items: received.map(receivedOf), next: '' },
      blocked: { items: blocked.map(({ ownerName: name }) => ({ name })), next: '' },
    };
  };
  const notifications: ReadPage = async () => {
    const { items } = await drive.notifications(caller);
    return { items: items.map(notificationOf), next: '' };
  };
  const saves: ReadPage = async (after) => {
    const page = await drive.tasks(caller, {
      type: 'restore',
      limit: LIST_ROWS,
      pageToken: after,
      phases: [],
      ids: [],
    });
    return { items: page.tasks.map(saveOf), next: page.next_page_token };
  };

  const messages: ReadPage = (after) => messagesOf(deps, caller.userId, after);

  const [account, devices, factor, passkeys, space, ledger, firstFiles] = await Promise.all([
    auth.exportAccount(caller),
    auth.devices(caller),
    auth.twoFactor(caller),
    auth.passkeys(caller),
    drive.space(caller),
    membership.ledgerOf(caller.userId),
    files(''),
  ]);
  const head = headOf(caller, call.nowMs, { account, devices, factor, passkeys, space, ledger });

  async function* text(): AsyncGenerator<string> {
    yield JSON.stringify(head).slice(0, -1);
    yield* listText('orders', orders);
    yield* listText('files', files, firstFiles);
    yield* listText('shares', shares);
    yield* listText('direct_links', directLinks);
    const { given, received, blocked } = await grants();
    yield* listText('shared_by_me', async () => given);
    yield* listText('shared_with_me', async () => received);
    yield* listText('blocked_people', async () => blocked);
    yield* listText('notifications', notifications);
    yield* listText('saves', saves);
    yield* listText('messages', messages);
    yield ',"complete":true}\n';
  }

  const pieces = text();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    // No read ahead of the client.
    { highWaterMark: 0 },
  );
  const day = new Date(call.nowMs).toISOString().slice(0, 10);
  return { name: `magpie-export-${day}.json`, body };
}
