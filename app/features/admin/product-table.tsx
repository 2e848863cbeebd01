/** All products, each with its prices in one line. */
import { Link } from '@remix-run/react';
import type { Product } from 'contract/billing';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { Cell, Table } from '../../ui/table';
import { ArchiveButton } from './archive-button';
import { priceText } from './offer-labels';

const columns = [
  { label: 'Product' },
  { label: 'Plan' },
  { label: 'Prices' },
  { label: 'Status' },
  { label: 'Archive', hiddenLabel: true },
];

export function ProductTable({ products }: { products: readonly Product[] }) {
  return (
    <Table caption="All products" columns={columns}>
      {products.map(({ id, name, plan, prices, archived }) => (
        <tr key={id}>
          <Cell rowHeader>
            <Link to={paths.adminProduct(id)} className="text-accent underline">
              {name}
            </Link>
          </Cell>
          <Cell className="capitalize">{plan}</Cell>
          <Cell>
            {prices
              .filter((price) => !price.archived)
              .map(priceText)
              .join('; ') || 'None yet'}
          </Cell>
          <Cell>{archived ? <Badge>Archived</Badge> : <Badge colour="green">Offered</Badge>}</Cell>
          <Cell numeric>{!archived && <ArchiveButton action={paths.adminProductArchival(id)} name={name} />}</Cell>
        </tr>
      ))}
    </Table>
  );
}

const priceColumns = [{ label: 'Price' }, { label: 'Status' }, { label: 'Archive', hiddenLabel: true }];

/** The prices of one product. */
export function PriceTable({ product }: { product: Product }) {
  return (
    <Table caption="Prices of this product" columns={priceColumns}>
      {product.prices.map((price) => (
        <tr key={price.id}>
          <Cell rowHeader>{priceText(price)}</Cell>
          <Cell>{price.archived ? <Badge>Archived</Badge> : <Badge colour="green">Offered</Badge>}</Cell>
          <Cell numeric>
            {!price.archived && (
              <ArchiveButton action={paths.adminPriceArchival(product.id, price.id)} name={priceText(price)} />
            )}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
