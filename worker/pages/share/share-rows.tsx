/**
 * HTML of the list of a share, byte for byte what its view renders but for slim icons (share-rows.test.tsx): the view renders one row of each form with
 * marks, and every row of that form is filled in.
 */
import type { ReactNode } from 'react';
import { type ShareContentProps, ShareContentView } from '#client/share/share-content.view.tsx';
import { rowTime, type ShareRow, ShareRowView } from '#client/share/share-row.view.tsx';
import { type Format, makeFormat } from '#shared/locale/format.ts';
import { DEFAULT_TIME_ZONE } from '#shared/locale/time-zone.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { DAY_MS } from '#shared/units.ts';
import { escapeHtml, makeTemplate, markOf, slimIcons, type Template } from '../render/template.ts';

/** Renders a view in the language and time zone of the page. */
type RenderView = (view: ReactNode) => string;

/** A size and a time that no file has: their texts are replaced by marks. */
const MARKED_BYTES = 8_765_432_109_876_543;
const MARKED_MS = Date.UTC(4_567, 10, 23, 1, 2, 3, 456);
/** Dates of one language that are cached; then all are written again. */
const CACHED_DATES = 1_000;

interface RowForms {
  /** @param render  in the language of the forms */
  html(row: ShareRow, render: RenderView): string;
  /** The HTML of the rows of {@link placesIn}. */
  placed(hasFolder: boolean, render: RenderView): string;
}

/** Rows that stand for all rows of a list: one with a folder can be followed. */
function placesIn(hasFolder: boolean): ShareRow[] {
  return ['first', 'last'].map((name) => ({
    id: markOf(name),
    name: markOf(name),
    kind: 'other',
    modifiedMs: 0,
    ...(hasFolder ? { href: '' } : {}),
  }));
}

function markedRow(row: ShareRow): ShareRow {
  return {
    id: markOf('id'),
    name: markOf('name'),
    kind: row.kind,
    modifiedMs: MARKED_MS,
    ...(row.sizeBytes === undefined ? {} : { sizeBytes: MARKED_BYTES }),
    ...(row.imageHref === undefined ? {} : { imageHref: markOf('image') }),
    ...(row.hasImage === undefined ? {} : { hasImage: row.hasImage }),
    ...(row.href === undefined ? {} : { href: markOf('href') }),
    ...(row.previewHref === undefined ? {} : { previewHref: markOf('preview') }),
    ...(row.mime === undefined ? {} : { mime: markOf('mime') }),
    ...(row.downloadHref === undefined ? {} : { downloadHref: markOf('download') }),
    ...(row.place === undefined ? {} : { place: markOf('place') }),
  };
}

function formOf(row: ShareRow): string {
  const { sizeBytes, imageHref, hasImage, href, previewHref, mime, downloadHref, place } = row;
  const given = [sizeBytes, imageHref, href, previewHref, mime, downloadHref, place].map((one) =>
    one === undefined ? '-' : '+',
  );
  return `${row.kind} ${hasImage} ${given.join('')}`;
}

/** @param canChoose  rows can be checked */
function makeRowForms(format: Format, canChoose: boolean): RowForms {
  const templates = new Map<string, Template>();
  const placed = new Map<boolean, string>();
  const dates = new Map<number, string>();

  function dateOf(timeMs: number): string {
    const day = Math.floor(timeMs / DAY_MS);
    const known = dates.get(day);
    if (known !== undefined) return known;
    if (dates.size >= CACHED_DATES) dates.clear();
    const date = format.date(timeMs);
    dates.set(day, date);
    return date;
  }

  function templateFor(row: ShareRow, render: RenderView): Template {
    const form = formOf(row);
    let template = templates.get(form);
    if (!template) {
      const html = render(<ShareRowView row={markedRow(row)} canChoose={canChoose} />)
        .replaceAll(rowTime(MARKED_MS), markOf('time'))
        .replaceAll(escapeHtml(format.date(MARKED_MS)), markOf('date'))
        .replaceAll(escapeHtml(format.bytes(MARKED_BYTES)), markOf('size'))
        .replaceAll(String(MARKED_BYTES), markOf('bytes'));
      template = makeTemplate(html);
      templates.set(form, template);
    }
    return template;
  }

  return {
    placed(hasFolder, render) {
      const known = placed.get(hasFolder);
      if (known !== undefined) return known;
      const html = placesIn(hasFolder)
        .map((row) => render(<ShareRowView row={row} canChoose={canChoose} />))
        .join('');
      placed.set(hasFolder, html);
      return html;
    },
    html(row, render) {
      const { id, name, sizeBytes = 0, modifiedMs } = row;
      return templateFor(row, render).fill({
        id,
        name,
        image: row.imageHref ?? '',
        href: row.href ?? '',
        preview: row.previewHref ?? '',
        mime: row.mime ?? '',
        download: row.downloadHref ?? '',
        place: row.place ?? '',
        time: rowTime(modifiedMs),
        date: dateOf(modifiedMs),
        size: format.bytes(sizeBytes),
        bytes: String(sizeBytes),
      });
    },
  };
}

interface LanguageForms {
  readonly choosable: RowForms;
  readonly viewOnly: RowForms;
}

const formsByLanguage = new WeakMap<Translator, LanguageForms>();

/** One set a language and isolate: forms hold nothing of a share. */
function rowFormsOf(translator: Translator): LanguageForms {
  let forms = formsByLanguage.get(translator);
  if (!forms) {
    const format = makeFormat(translator.locale, DEFAULT_TIME_ZONE);
    forms = { choosable: makeRowForms(format, true), viewOnly: makeRowForms(format, false) };
    formsByLanguage.set(translator, forms);
  }
  return forms;
}

/** HTML of an open share, with slim icons. @param render  in the language of `translator` and in UTC */
export function shareContentHtml(props: ShareContentProps, translator: Translator, renderView: RenderView): string {
  const render: RenderView = (view) => slimIcons(renderView(view));
  // One row may be the whole share, which has another head.
  const isWhole = props.rows.length < 2;
  if (isWhole) return render(<ShareContentView {...props} />);
  const hasFolder = props.rows.some(({ href }) => href !== undefined);
  const forms = rowFormsOf(translator)[props.viewOnly ? 'viewOnly' : 'choosable'];
  const placed = forms.placed(hasFolder, render);
  const [before, after, ...more] = render(<ShareContentView {...props} rows={placesIn(hasFolder)} />).split(placed);
  if (before === undefined || after === undefined || more.length > 0) return render(<ShareContentView {...props} />);
  return before + props.rows.map((row) => forms.html(row, render)).join('') + after;
}
