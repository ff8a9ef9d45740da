/** The preview of the document `activity_operation`: one activity in one language, with its rewards as if they could be taken now. */
import type { Context } from 'hono';
import { ActivityPreview } from '#client/ops/previews/activity-preview.view.tsx';
import { activitiesOf } from '#shared/config/activities.ts';
import { valueFor } from '#shared/config/config-document.ts';
import { activityOperationDocument } from '#shared/config/documents.ts';
import { makeFormat } from '#shared/locale/format.ts';
import { joinLocale } from '#shared/locale/path.ts';
import { isLocale } from '#shared/locale/tags.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { pictureOf } from '../render/published.ts';
import { timeZoneOf, translatorOf } from '../render/render.tsx';
import { type PageDeps, WEB_CLIENT } from '../services.ts';
import { shownCredit, textsOf } from '../site/activity.page.tsx';

/** @param texts  of the draft and the live document; the first valid one is shown */
export function activityPreview(
  c: Context<AppEnv>,
  { config }: Pick<PageDeps, 'config'>,
  action: string,
  texts: readonly string[],
) {
  const asked = c.req.query('language') ?? '';
  const language = isLocale(asked) ? asked : c.get('locale');
  const translator = translatorOf(language);
  const timeZone = timeZoneOf(c);
  const common = { action, translator, timeZone };
  const parsed = texts.map((text) => activityOperationDocument.parse(text)).find((each) => each.ok);
  const all = parsed?.ok ? activitiesOf(valueFor(parsed.value, { language, client: WEB_CLIENT, person: '' })) : [];
  const activity = all.find(({ name }) => name === c.req.query('preview')) ?? all[0];
  if (!activity) return <ActivityPreview {...common} names={[]} name="" shown={null} />;
  const format = makeFormat(language, timeZone);
  const { name, template, startMs, endMs } = activity;
  const page = {
    template,
    startMs,
    endMs,
    ...textsOf(translator, activity, format),
    picture: pictureOf(c, { config }, activity.picture),
    credits: activity.credits.map((credit) => shownCredit(credit, { state: 'toget', refusal: null }, format)),
    here: '',
    refusal: '',
  };
  const shown = { href: joinLocale(language, href('activity.other', { activity: name })), page };
  return <ActivityPreview {...common} names={all.map((each) => each.name)} name={name} shown={shown} />;
}
