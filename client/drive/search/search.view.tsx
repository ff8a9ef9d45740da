/** Search form over the names in all folders. Without script its page shows the results. */
import { Search } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import type { DriveSearchProps } from '#shared/islands.ts';
import { href } from '#shared/routes.ts';

export interface SearchViewProps extends DriveSearchProps {
  onInput?: (text: string) => void;
  onSubmit?: (event: FormEvent) => void;
}

/** Id of the box, for focusing it by a key. */
export const SEARCH_ID = 'drive-search';

export function SearchView({ query, onInput, onSubmit }: SearchViewProps): ReactNode {
  const { t } = useT();
  return (
    <search className="block">
      <form action={href('drive.search')} className="group relative mx-auto max-w-xl" onSubmit={onSubmit}>
        {/* Both do not fit on phones: there the word stands alone, and on the smallest the sign in an empty box. */}
        <Search
          size={18}
          className="pointer-events-none absolute start-3 max-[26rem]:hidden max-[22.5rem]:group-has-placeholder-shown:block top-1/2 z-10 -translate-y-1/2 text-muted"
          aria-hidden="true"
        />
        <input
          id={SEARCH_ID}
          type="search"
          name="q"
          className="input w-full ps-10 max-[26rem]:px-2 max-[22.5rem]:placeholder:text-transparent placeholder-shown:[&::-webkit-search-cancel-button]:hidden"
          defaultValue={query}
          maxLength={255}
          placeholder={t('drive.search.placeholder')}
          aria-label={t('drive.search.label')}
          autoComplete="off"
          enterKeyHint="search"
          onInput={(event) => onInput?.(event.currentTarget.value)}
        />
      </form>
    </search>
  );
}
