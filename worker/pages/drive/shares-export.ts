/** `/drive/shares/export`: all links of a person as CSV, read from the registry page by page while it is sent. */
import type { Context } from 'hono';
import { csvLine } from '#shared/csv.ts';
import { href } from '#shared/routes.ts';
import type { OwnLinkView } from '#shared/share/contract.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { asPerson } from '../auth/as-person.ts';
import type { PageDeps } from '../services.ts';

const ROWS_AT_ONCE = 500;

const COLUMNS = [
  ['title', (link) => link.title],
  ['file_name', (link) => link.file_name],
  ['url', (link) => link.share_url],
  ['status', (link) => link.link_status],
  ['pass_code', (link) => link.pass_code],
  ['created', (link) => link.create_time],
  ['expires', (link) => (link.expiration_at === '-1' ? '' : link.expiration_at)],
  ['views', (link) => link.view_count],
  ['saves', (link) => link.restore_count],
  ['save_limit', (link) => (link.restore_limit === '-1' ? '' : link.restore_limit)],
  ['files', (link) => link.file_num],
  ['bytes', (link) => link.file_size],
  ['view_only', (link) => String(link.view_only)],
  ['note', (link) => link.note],
] as const satisfies readonly (readonly [string, (link: OwnLinkView) => string])[];

export function sharesExport(c: Context<AppEnv>, { share }: PageDeps): Promise<Response> {
  return asPerson(c, href('drive.shares'), async (caller) => {
    const call = c.get('call');
    const read = (pageToken: string) =>
      share.ownLinks(
        caller,
        { search: '', status: '', sort: 'created', fileIds: [], pageToken, limit: ROWS_AT_ONCE },
        call,
      );
    // Read before the answer begins: an ended session gets its refusal.
    let page = await read('');
    let isFirst = true;
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const lines = page.data.map((link) => csvLine(COLUMNS.map(([, cellOf]) => cellOf(link))));
        // With this mark spreadsheets read the text as UTF-8.
        if (isFirst) lines.unshift(`\u{FEFF}${csvLine(COLUMNS.map(([name]) => name))}`);
        isFirst = false;
        if (lines.length > 0) controller.enqueue(encoder.encode(lines.join('')));
        if (page.next_page_token === '') controller.close();
        else page = await read(page.next_page_token);
      },
    });
    return new Response(body, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="links.csv"',
        'cache-control': 'no-store',
      },
    });
  });
}
