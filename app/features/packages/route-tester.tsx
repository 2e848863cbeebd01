/** Finds the route that a URL matches, and its variables. */
import { Form } from '@remix-run/react';
import { urlMax } from 'contract/floor/limits';
import type { PackageRoute } from 'contract/packages/package-routes';
import { inputClass } from '../../forms/field-frame';
import { PreservedParams } from '../../forms/preserved-params';
import type { SharedReportQuery } from '../../links/query-parameters';
import { Button } from '../../ui/button';
import { Facts } from '../../ui/description-list';

export interface TriedAddress {
  address: string;
  /** Null without a match. */
  route_id: string | null;
  variables: Record<string, string>;
}

interface TryAddressProps {
  routes: readonly PackageRoute[];
  tried: TriedAddress | null;
  /** What links between reports keep. */
  kept: SharedReportQuery;
}

/** The URL's fragment keeps this part in view after a reload. */
export function TryAddress({ routes, tried, kept }: TryAddressProps) {
  let route = routes.find(({ id }) => id === tried?.route_id);
  let variables = Object.entries(tried?.variables ?? {});
  return (
    <Form
      method="get"
      action="#try-address"
      preventScrollReset
      className="mt-4 flex flex-col gap-2 border-t border-line pt-3 text-sm"
    >
      <PreservedParams kept={kept} />
      <label htmlFor="try-address" className="font-medium">
        Try a URL
      </label>
      <div className="flex gap-2">
        <input
          id="try-address"
          name="try"
          defaultValue={tried?.address}
          maxLength={urlMax}
          placeholder="/my-tool/1.0.0"
          autoComplete="off"
          spellCheck={false}
          className={inputClass}
        />
        <Button type="submit" variant="outline">
          Try
        </Button>
      </div>
      {tried && (
        <div role="status" className="flex flex-col gap-2 break-words">
          {route ? (
            <p>
              It belongs to <code className="wrap-anywhere">{route.incoming_path}</code>
              {variables.length === 0 && ', without variables'}.
            </p>
          ) : (
            <p>No route matches it.</p>
          )}
          {variables.length > 0 && <Facts facts={variables.map(([label, value]) => ({ label, value }))} />}
        </div>
      )}
    </Form>
  );
}
