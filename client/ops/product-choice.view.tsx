/** Fields of an operators' form: a product of the catalogue, and the region of premium. */
import type { ReactNode } from 'react';
import { useId } from 'react';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { type GrantItem, REGIONS } from '#shared/membership/ledger.ts';
import { productName } from '#shared/membership/product-name.ts';

export interface ShownProduct {
  /** In the catalogue. */
  readonly id: string;
  readonly item: GrantItem;
}

export function ProductChoice({ products }: { products: readonly ShownProduct[] }): ReactNode {
  const translator = useT();
  const format = useFormat();
  const id = useId();
  return (
    <>
      <div className="field">
        <label htmlFor={`${id}-product`}>Product</label>
        <select id={`${id}-product`} name="product" className="input" required>
          {products.map((product) => (
            <option key={product.id} value={product.id}>
              {productName(product.item, translator, format)}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}-region`}>Region of premium</label>
        <select id={`${id}-region`} name="region" className="input">
          {REGIONS.map((region) => (
            <option key={region}>{region}</option>
          ))}
        </select>
      </div>
    </>
  );
}
