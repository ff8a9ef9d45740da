/** Search form over the names in all folders. Without script its page shows the results. */
import { Search } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import type { DriveSearchProps } from '#shared/islands.ts';
import { href } from '#shared/routes.ts';

export interface SearchViewProps extends DriveSearchProps {
  onPress?: () => void;
  onInput?: (text: string) => void;
  onSubmit?: (event: FormEvent) => void;
}

/** Id of the box, for focusing it by a key. */
export const SEARCH_ID = 'drive-search';

export function SearchView({ query, onPress, onInput, onSubmit }: SearchViewProps): ReactNode {
  const { t } = useT();
  return (
    <search className="block">
      <form action={href('drive.search')} className="relative mx-auto max-w-xl" onSubmit={onSubmit}>
        <Search
          size={18}
          className="pointer-events-none absolute start-3 top-1/2 z-10 -translate-y-1/2 text-muted"
          aria-hidden="true"
        />
        <input
          id={SEARCH_ID}
          type="search"
          name="q"
          className="input w-full ps-10 placeholder-shown:[&::-webkit-search-cancel-button]:hidden"
          defaultValue={query}
          maxLength={255}
          placeholder={t('drive.search.placeholder')}
          aria-label={t('drive.search.label')}
          autoComplete="off"
          enterKeyHint="search"
          aria-keyshortcuts="/ Control+K"
          onClick={onPress}
          onInput={(event) => onInput?.(event.currentTarget.value)}
        />
      </form>
    </search>
  );
}
