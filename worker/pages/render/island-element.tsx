/**
 * An island in a page: a React root of its own with its props as JSON beside it (architecture.md "Islands").
 * Takes the view, not the island: signals and fetching stay out of the Worker.
 */
import { type ReactNode, useId } from 'react';
import { renderToString } from 'react-dom/server';
import { I18nProvider, useT, useTimeZone } from '#client/ui/i18n.tsx';
import { ISLANDS, type IslandId, type IslandProps } from '#shared/islands.ts';

/** JSON that may stand inside a script element: nothing in it can close the element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

interface Props<Id extends IslandId> {
  id: Id;
  props: IslandProps[Id];
  /** The island's view with the same props: the browser's first render must equal it. */
  view: ReactNode;
  className?: string;
}

export function Island<Id extends IslandId>({ id, props, view, className }: Props<Id>): ReactNode {
  const translator = useT();
  const prefix = useId();
  const timeZone = useTimeZone();
  const html = renderToString(
    <I18nProvider translator={translator} timeZone={timeZone}>
      {view}
    </I18nProvider>,
    { identifierPrefix: prefix },
  );
  return (
    <>
      <div
        data-island={id}
        data-load={ISLANDS[id].load}
        data-prefix={prefix}
        className={className}
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <script type="application/json" data-props={prefix} dangerouslySetInnerHTML={{ __html: scriptJson(props) }} />
    </>
  );
}
