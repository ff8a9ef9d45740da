/**
 * All stored data of a person as one JSON document, streamed: one page of a list is in memory at a time.
 * Refusals come before the first byte; a later one ends the document in words, and `complete` is false.
 */
import { ERRORS } from '#shared/error-catalogue.ts';
import { AppError, isAppError } from '#shared/errors.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import type { Going } from '#worker/platform/at-once.ts';
import { logError } from '#worker/platform/log.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { messagesOf } from '../inbox/messages.ts';
import type { ExportParts } from './deps.ts';
import { directLinkOf, fileOf, grantOf, headOf, notificationOf, orderOf, receivedOf, saveOf, shareOf } from './wire.ts';

export interface ExportedData {
  /** File name. */
  readonly name: string;
  /**
   * JSON of `exportDocument`. After a failed read its last members say why it is not complete.
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
  try {
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
  } catch (error) {
    // The document stays JSON.
    yield '\n]';
    throw error;
  }
  yield '\n]';
}

/** The last members of a document that a failed read cut off. */
function cutOff(error: unknown, { locale }: Pick<CallContext, 'locale'>): string {
  if (!isAppError(error)) logError('export.failed', error);
  const name = isAppError(error) ? error.errorName : 'internal';
  const { text } = makeTranslator(locale, loadMessages(locale), loadMessages(DEFAULT_LOCALE));
  const said = { error: name, error_description: text(ERRORS[name].messageKey) };
  return `,"complete":false,"refusal":${JSON.stringify(said)}}\n`;
}

/** Sends pieces as the client takes them. The work ends with the last one, or when the client is gone. */
function streamOf(pieces: AsyncGenerator<string>, going: Going): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        going.beat();
        const { done, value } = await pieces.next();
        if (!done) return controller.enqueue(encoder.encode(value));
        going.end();
        controller.close();
      },
      async cancel() {
        going.end();
        await pieces.return(undefined);
      },
    },
    // No read ahead of the client.
    { highWaterMark: 0 },
  );
}

/**
 * All stored data of a person.
 * @throws AppError, before the first byte: unauthenticated; too_many_requests beside others of the same person; permission_denied for a
 * token that may not see the drive
 */
export async function exportData(deps: ExportParts, caller: Caller, call: CallContext): Promise<ExportedData> {
  // The export holds file names: a token for the account alone must not give access to the drive.
  if (!caller.scopes.includes('pan')) throw new AppError('permission_denied', { reason: 'insufficient_scope' });
  const going = deps.exports.begin(caller.userId);
  try {
    return await beginExport(deps, caller, call, going);
  } catch (error) {
    going.end();
    throw error;
  }
}

async function beginExport(deps: ExportParts, caller: Caller, call: CallContext, going: Going): Promise<ExportedData> {
  const { auth, membership, billing, drive, share } = deps;
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

  async function* lists(): AsyncGenerator<string> {
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
  }

  async function* text(): AsyncGenerator<string> {
    yield JSON.stringify(head).slice(0, -1);
    try {
      yield* lists();
    } catch (error) {
      yield cutOff(error, call);
      return;
    }
    yield ',"complete":true}\n';
  }

  const body = streamOf(text(), going);
  const day = new Date(call.nowMs).toISOString().slice(0, 10);
  return { name: `drive-export-${day}.json`, body };
}
