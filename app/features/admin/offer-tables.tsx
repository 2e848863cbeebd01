import { Link } from '@remix-run/react';
import type { Price, Product } from 'contract/billing/billing';
import type { Discount } from 'contract/billing/billing-admin';
import { intervalLabels, formatMoney } from '../../ui/billing-labels';
import { formatInteger } from '../../ui/numbers';
import { SubmitButton } from '../../forms/submit';
import { PostForm } from '../../forms/post-form';
import { paths } from '../../links/paths';
import { Badge } from '../../ui/badge';
import { TableCell, TableRow, Table } from '../../ui/table';

const productColumns = [
  { label: 'Product' },
  { label: 'Plan' },
  { label: 'Prices' },
  { label: 'Status' },
  { label: 'Archive', hiddenLabel: true },
];

export function ProductList({ products }: { products: readonly Product[] }) {
  return (
    <Table caption="All products" columns={productColumns}>
      {products.map(({ id, name, plan, prices, archived }) => (
        <TableRow key={id}>
          <TableCell rowHeader>
            <Link to={paths.adminProduct(id)} className="text-accent underline">
              {name}
            </Link>
          </TableCell>
          <TableCell className="capitalize">{plan}</TableCell>
          <TableCell>
            {prices
              .filter((price) => !price.archived)
              .map(priceText)
              .join('; ') || 'None yet'}
          </TableCell>
          <TableCell>{archived ? <Badge>Archived</Badge> : <Badge colour="green">Offered</Badge>}</TableCell>
          <TableCell numeric>
            {!archived && <ArchiveButton action={paths.adminProductArchival(id)} name={name} />}
          </TableCell>
        </TableRow>
      ))}
    </Table>
  );
}

const priceColumns = [{ label: 'Price' }, { label: 'Status' }, { label: 'Archive', hiddenLabel: true }];

export function PriceList({ product }: { product: Product }) {
  return (
    <Table caption="Prices of this product" columns={priceColumns}>
      {product.prices.map((price) => (
        <TableRow key={price.id}>
          <TableCell rowHeader>{priceText(price)}</TableCell>
          <TableCell>{price.archived ? <Badge>Archived</Badge> : <Badge colour="green">Offered</Badge>}</TableCell>
          <TableCell numeric>
            {!price.archived && (
              <ArchiveButton action={paths.adminPriceArchival(product.id, price.id)} name={priceText(price)} />
            )}
          </TableCell>
        </TableRow>
      ))}
    </Table>
  );
}

const discountColumns = [
  { label: 'Code' },
  { label: 'Off' },
  { label: 'Duration' },
  { label: 'Redeemed', numeric: true },
  { label: 'Status' },
  { label: 'Archive', hiddenLabel: true },
];

export function DiscountList({ discounts }: { discounts: readonly Discount[] }) {
  return (
    <Table caption="All discounts" columns={discountColumns}>
      {discounts.map((discount) => (
        <TableRow key={discount.id}>
          <TableCell rowHeader>{discount.code}</TableCell>
          <TableCell>{offText(discount)}</TableCell>
          <TableCell>{durationText(discount)}</TableCell>
          <TableCell numeric>
            {formatInteger(discount.redeemed)}
            {discount.max_redemptions !== null && ` of ${formatInteger(discount.max_redemptions)}`}
          </TableCell>
          <TableCell>{discount.archived ? <Badge>Archived</Badge> : <Badge colour="green">Valid</Badge>}</TableCell>
          <TableCell numeric>
            {!discount.archived && (
              <ArchiveButton action={paths.adminDiscountArchival(discount.id)} name={discount.code} />
            )}
          </TableCell>
        </TableRow>
      ))}
    </Table>
  );
}

/** Existing subscriptions keep it, so no confirmation. */
function ArchiveButton({ action, name }: { action: string; name: string }) {
  return (
    <PostForm action={action}>
      <SubmitButton variant="danger-outline" size="xs" pending="Archiving …">
        Archive<span className="sr-only"> {name}</span>
      </SubmitButton>
    </PostForm>
  );
}

/** `$19.00, Monthly`, and the trial days. */
function priceText({ amount, currency, interval, trial_days }: Price): string {
  let trial = trial_days > 0 ? `, ${trial_days} days free` : '';
  return `${formatMoney(amount, currency)}, ${intervalLabels[interval]}${trial}`;
}

function offText({ percent_off, amount_off, currency }: Discount): string {
  return percent_off === null ? formatMoney(amount_off ?? 0, currency ?? 'usd') : `${percent_off}%`;
}

function durationText({ duration, months }: Discount): string {
  return duration === 'repeating' ? `${months} months` : duration;
}
