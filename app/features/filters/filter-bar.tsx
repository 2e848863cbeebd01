/** The filters above a report, and links to change them. */
import { Link } from '@remix-run/react';
import { counted } from '../../ui/numbers';
import { Alert } from '../../ui/alert';
import { LinkButton } from '../../ui/button';
import { Chips } from '../../ui/chips';
import { Icon } from '../../ui/icon';
import type { ActiveFilters } from './read.server';

export function FilterBar({ globals, chips, isUnknown, without, settings }: ActiveFilters) {
  return (
    <>
      {isUnknown && (
        <Alert
          variant="warning"
          title="This filter does not exist."
          action={
            <LinkButton to={without} variant="outline" size="sm">
              Show all events
            </LinkButton>
          }
        >
          It may have been removed, or it belongs to somebody else. Nothing was counted.
        </Alert>
      )}
      {(globals > 0 || chips.length > 0) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          {chips.length > 0 && <Chips label="Saved filters" chips={chips} />}
          {globals > 0 && (
            <p className="inline-flex items-center gap-1.5 text-muted">
              <Icon name="info" />
              <span>
                {counted(globals, 'persisted filter')} {globals === 1 ? 'is' : 'are'} active.{' '}
                {settings && <Link to={settings}>Settings</Link>}
              </span>
            </p>
          )}
        </div>
      )}
    </>
  );
}
