import { Link } from '@remix-run/react';
import { PreservedParams } from '../../forms/preserved-params';
import { inputClass } from '../../forms/field-frame';
import { SubmitButton } from '../../forms/submit';
import { PostForm } from '../../forms/post-form';
import { formatCount } from '../../ui/numbers';
import { AlertBox } from '../../ui/alert';
import { LinkButton } from '../../ui/button';
import { Chips, conditionsId } from '../../ui/chips';
import { Icon } from '../../ui/icon';
import { ConditionForm } from './condition-form';
import type { ActiveFilters } from './filters.server';

export function FilterBar({ globals, chips, isUnknown, without, settings, conditions, add, save }: ActiveFilters) {
  return (
    <>
      <ConditionForm {...add} />
      {isUnknown && (
        <AlertBox
          variant="warning"
          title="Filter not found."
          action={
            <LinkButton to={without} variant="outline" size="sm">
              Show all events
            </LinkButton>
          }
        >
          It may have been deleted, or belongs to another owner.
        </AlertBox>
      )}
      {conditions.leftOut && <AlertBox variant="warning" title={conditions.leftOut} />}
      {conditions.chips.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
          <ul aria-label="Conditions" className="flex min-w-0 flex-wrap gap-2">
            {conditions.chips.map(({ label, without: to }, i, { length }) => (
              <li
                key={label}
                id={i === length - 1 ? conditionsId : undefined}
                className="inline-flex max-w-full items-center rounded-full border border-accent bg-accent-soft pl-3 text-accent-strong"
              >
                <span className="min-w-0 py-0.5 [overflow-wrap:anywhere]">{label}</span>
                <Link
                  to={to}
                  preventScrollReset
                  aria-label={`Remove: ${label}`}
                  className="shrink-0 rounded-full p-1.5 max-sm:p-3.5"
                >
                  <Icon name="close" />
                </Link>
              </li>
            ))}
          </ul>
          {conditions.clear && (
            <Link to={conditions.clear} preventScrollReset className="text-accent underline">
              Clear all
            </Link>
          )}
          {save && (
            <PostForm action={save.action} className="flex max-w-full items-center gap-2">
              <PreservedParams kept={save.fields} />
              <input
                key={save.name}
                name="name"
                aria-label="Filter name"
                defaultValue={save.name}
                autoComplete="off"
                className={inputClass}
              />
              <span className="shrink-0">
                <SubmitButton variant="outline">Save as filter</SubmitButton>
              </span>
            </PostForm>
          )}
        </div>
      )}
      {(globals > 0 || chips.length > 0) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          {chips.length > 0 && <Chips label="Saved filters" chips={chips} />}
          {globals > 0 && (
            <p className="inline-flex items-center gap-1.5 text-muted">
              <Icon name="info" />
              <span>
                {formatCount(globals, 'persisted filter')} {globals === 1 ? 'is' : 'are'} active.{' '}
                {settings && <Link to={settings}>Settings</Link>}
              </span>
            </p>
          )}
        </div>
      )}
    </>
  );
}
