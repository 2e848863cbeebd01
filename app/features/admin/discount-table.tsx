/** All discount codes. */
import type { Discount } from 'contract/billing-admin';
import { exact } from '../../charts/numbers';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { Cell, Table } from '../../ui/table';
import { ArchiveButton } from './archive-button';
import { durationText, offText } from './offer-labels';

const columns = [
  { label: 'Code' },
  { label: 'Off' },
  { label: 'Duration' },
  { label: 'Redeemed', numeric: true },
  { label: 'Status' },
  { label: 'Archive', hiddenLabel: true },
];

export function DiscountTable({ discounts }: { discounts: readonly Discount[] }) {
  return (
    <Table caption="All discounts" columns={columns}>
      {discounts.map((discount) => (
        <tr key={discount.id}>
          <Cell rowHeader>{discount.code}</Cell>
          <Cell>{offText(discount)}</Cell>
          <Cell>{durationText(discount)}</Cell>
          <Cell numeric>
            {exact(discount.redeemed)}
            {discount.max_redemptions !== null && ` of ${exact(discount.max_redemptions)}`}
          </Cell>
          <Cell>{discount.archived ? <Badge>Archived</Badge> : <Badge colour="green">Valid</Badge>}</Cell>
          <Cell numeric>
            {!discount.archived && (
              <ArchiveButton action={paths.adminDiscountArchival(discount.id)} name={discount.code} />
            )}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
