/** Addresses of pages in the language of the current page. */
import { useT } from '#client/ui/i18n.tsx';
import { joinLocale } from '#shared/locale/path.ts';
import { ROUTE_TABLE } from '#shared/route-table.ts';
import { ROUTES, type RouteId } from '#shared/routes.ts';

/** Pages without parameters. */
type PlainRoute = { [Id in RouteId]: (typeof ROUTES)[Id] extends `${string}{${string}` ? never : Id }[RouteId];

/** The address of a page, with the language in front where the page has one. */
export function useLocalHref(): (id: PlainRoute) => string {
  const { locale } = useT();
  return (id) => {
    const { languages } = ROUTE_TABLE[id];
    return languages === 'localized' || languages === 'both' ? joinLocale(locale, ROUTES[id]) : ROUTES[id];
  };
}
