/** Batches of gift codes: made with the one export of their codes, counted, and revoked. In English, forms only. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import type { GrantItem } from '#shared/membership/ledger.ts';
import { productName } from '#shared/membership/product-name.ts';
import { Moment } from './acts.view.tsx';
import { OpsPart } from './ops-frame.view.tsx';
import { Outcome } from './outcome.view.tsx';
import { ProductChoice, type ShownProduct } from './product-choice.view.tsx';

export interface DeskBatch {
  readonly id: string;
  readonly item: GrantItem;
  readonly codes: number;
  readonly used: number;
  readonly createdMs: number;
  readonly untilMs: number;
  readonly revokedMs: number | null;
  readonly note: string;
  /** Name or id. */
  readonly by: string;
  readonly isOpen: boolean;
}

export interface CodesViewProps {
  readonly here: string;
  readonly products: readonly ShownProduct[];
  readonly batches: readonly DeskBatch[];
  readonly mostCodes: number;
  /** Why the last form was refused; '' for none. */
  readonly refusal: string;
  readonly done: boolean;
}

export function CodesView({ here, products, batches, mostCodes, refusal, done }: CodesViewProps): ReactNode {
  return (
    <>
      <h1 className="text-2xl">Gift codes</h1>
      <Outcome refusal={refusal} done={done} />
      <OpsPart
        id="make"
        title="Make a batch"
        lead="The codes are downloaded as a file. The server keeps only their hashes: the file is the one copy. Reload this page to see the batch."
      >
        {/* No guard: the answer is a file, and the page stays. */}
        <form method="post" action={here} className="grid gap-3 sm:grid-cols-3">
          <ProductChoice products={products} />
          <TextField
            label={`Codes, at most ${mostCodes}`}
            name="count"
            inputMode="numeric"
            defaultValue="10"
            required
            maxLength={5}
          />
          <TextField
            label="Days until they end"
            name="days"
            inputMode="numeric"
            defaultValue="90"
            required
            maxLength={4}
          />
          <TextField label="Note" name="note" maxLength={200} />
          <div className="flex items-end">
            <Button type="submit" name="step" value="make" wide>
              Make and download
            </Button>
          </div>
        </form>
      </OpsPart>
      <OpsPart id="batches" title="Batches" lead="Revoking ends the codes that are not redeemed yet.">
        {batches.length === 0 ? (
          <p className="text-muted">None yet.</p>
        ) : (
          <ul className="grid gap-4">
            {batches.map((batch) => (
              <li key={batch.id} className="card p-4 text-sm sm:p-5">
                <Batch here={here} batch={batch} />
              </li>
            ))}
          </ul>
        )}
      </OpsPart>
    </>
  );
}

function Batch({ here, batch }: { here: string; batch: DeskBatch }): ReactNode {
  const translator = useT();
  const format = useFormat();
  const { id, item, codes, used, createdMs, untilMs, revokedMs, note, by, isOpen } = batch;
  return (
    <>
      <p className="font-semibold">
        <span className="font-mono">{id}</span> · {productName(item, translator, format)}
      </p>
      <p className="break-words text-muted">
        {format.number(used)} of {format.number(codes)} redeemed · made <Moment ms={createdMs} /> by {by} ·{' '}
        {revokedMs === null ? (
          <>
            {isOpen ? 'until' : 'ended'} <Moment ms={untilMs} />
          </>
        ) : (
          <>
            revoked <Moment ms={revokedMs} />
          </>
        )}
      </p>
      {note === '' ? null : <p className="break-words">“{note}”</p>}
      {isOpen ? (
        <form method="post" action={here} data-guard className="mt-3 flex flex-wrap items-end gap-3">
          <input type="hidden" name="batch" value={id} />
          <div className="min-w-48 flex-1">
            <TextField label="Reason" name="reason" required maxLength={500} />
          </div>
          <Button type="submit" name="step" value="revoke">
            Revoke
          </Button>
        </form>
      ) : null}
    </>
  );
}
