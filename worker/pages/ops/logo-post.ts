/** The form of the logo: stores the picture and puts its name into the draft of the document `service`. */
import type { Context } from 'hono';
import { href } from '#shared/routes.ts';
import { KIB } from '#shared/units.ts';
import { asAppError } from '#worker/edge/errors.ts';
import { readFormData } from '#worker/platform/body/form.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { LOGO_BYTES } from '#worker/services/config/index.ts';
import { requireOwnWrite, seeOther } from '../render/form.ts';
import type { PageDeps } from '../services.ts';
import { showDocument } from './document.page.tsx';
import type { Operator } from './operator.ts';

/** Last segment of the address of its form (client/ops/logo-form.view.tsx). */
export const LOGO_SEGMENT = 'logo';
const SERVICE = href('ops.document', { document: 'service' });
const FORM_BYTES = LOGO_BYTES + 64 * KIB;
const FORM_PARTS = 4;

async function pictureOf(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  const sent = await readFormData(request, FORM_BYTES, FORM_PARTS);
  const file = sent.get('logo');
  return file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : null;
}

/** @throws SyntaxError for a draft that is no JSON */
function withLogo(text: string, logo: string): string {
  const document = JSON.parse(text) as { default?: Record<string, unknown> };
  return `${JSON.stringify({ ...document, default: { ...document.default, logo } }, null, 2)}\n`;
}

export async function logoPost(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  requireOwnWrite(c, deps);
  const { documents, logos } = deps;
  const again = (text: string) =>
    showDocument(c, deps, operator, 'service', { status: 400, notice: { tone: 'danger', text } });
  let logo: string;
  try {
    const picture = await pictureOf(c.req.raw);
    if (!picture) return await again('Choose a picture first.');
    logo = await logos.store(picture, operator.id);
  } catch (error) {
    const { errorName, detail } = asAppError(error);
    if (errorName === 'request_too_large') return again('A logo has at most 2 MiB.');
    if (errorName !== 'invalid_argument' && errorName !== 'unavailable') throw error;
    return again(detail?.message ?? 'This file is damaged, or no picture.');
  }
  const { draft, draftRevision, text, version } = await documents.read('service');
  try {
    const changed = withLogo(draft?.text ?? text, logo);
    const base = draft?.base ?? version;
    await documents.saveDraft(operator, { name: 'service', text: changed, base, revision: draftRevision });
  } catch (error) {
    if (!(error instanceof SyntaxError) && asAppError(error).errorName !== 'aborted') throw error;
    return again(`The picture is stored. Write this into the field logo: ${logo}`);
  }
  return seeOther(`${SERVICE}?done=logo`);
}
