/** Forms of an existing package: its fields, members, and notifications of new companies. */
import type { SubmissionResult } from '@conform-to/react';
import { notificationDownloads } from 'contract/hosting-rules';
import type { Package } from 'contract/packages';
import { knownUsername } from 'contract/rules';
import type { AnyRole } from 'contract/users';
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField, RadioCards } from '../../forms/choices';
import { SelectField, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { MemberRoleForm } from '../../forms/member-role-form';
import { SubmitButton } from '../../forms/submit';
import { importanceLevels, rolesGivenBy } from '../../labels';
import { DescriptionFields, descriptionRules } from './extra-information';
import { pagesOf } from './types/list';

interface EditFormProps {
  item: Package;
  /** Whether the form has the field for the catch-all target. */
  withCatchAll: boolean;
  lastResult?: SubmissionResult<string[]>;
}

/** Changes a package; its name and type stay. */
export function PackageEditForm({ item, withCatchAll, lastResult }: EditFormProps) {
  let pages = pagesOf(item.type);
  let form = useAppForm(lastResult, {
    rules: { ...pages?.editRules, ...descriptionRules },
    defaultValue: {
      backend_registry: item.backend_registry,
      repository_url: item.repository_url,
      catch_all_redirect_target_domain: item.catch_all_redirect_target_domain,
      short_description: item.short_description,
      long_description: item.long_description,
      website: item.website,
      importance: item.importance,
      track_companies: item.track_companies,
    },
  });
  return (
    <AppForm form={form}>
      <FormError />
      {pages && <pages.EditFields withCatchAll={withCatchAll} />}
      <DescriptionFields />
      <RadioCards name="importance" label="How important are downloads of this package?" options={importanceLevels} />
      <CheckField
        name="track_companies"
        label="Look up companies"
        hint="Find the organisation behind an address when a download is recorded."
      />
      <div>
        <SubmitButton pending="Saving …">Save package</SubmitButton>
      </div>
    </AppForm>
  );
}

type Result = SubmissionResult<string[]> | undefined;

/** Adds a person to the package. `by`: level of the person who adds. */
export function AddMemberForm({ by, lastResult }: { by: AnyRole; lastResult?: Result }) {
  let form = useAppForm(lastResult, {
    rules: { username: knownUsername },
    defaultValue: { permission_level: 'member' },
  });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField name="username" label="Username" autoComplete="off" spellCheck={false} />
      <SelectField
        name="permission_level"
        label="Level"
        hint="Members read, admins change the package, owners manage its members as well."
        options={rolesGivenBy(by)}
      />
      <div>
        <SubmitButton pending="Adding …">Add user</SubmitButton>
      </div>
    </AppForm>
  );
}

interface LevelFormProps {
  /** The member's page, which shows errors. */
  action?: string;
  member: { username: string; permission_level: AnyRole };
  /** Level of the person who gives it. */
  by: AnyRole;
  lastResult?: Result;
}

export function LevelForm({ member: { username, permission_level }, by, ...rest }: LevelFormProps) {
  let field = { name: 'permission_level', value: permission_level, word: 'Level' } as const;
  return <MemberRoleForm username={username} options={rolesGivenBy(by)} {...field} {...rest} />;
}

interface NotificationFormProps {
  isEnabled: boolean;
  downloads: number;
  /** Where the mails go. */
  email: string;
  lastResult?: SubmissionResult<string[]>;
}

/** Switches mails about new companies on and off. */
export function NotificationForm({ isEnabled, downloads, email, lastResult }: NotificationFormProps) {
  let form = useAppForm(lastResult, {
    rules: { downloads: notificationDownloads },
    defaultValue: { enabled: isEnabled, downloads: String(downloads) },
  });
  return (
    <AppForm form={form}>
      <FormError />
      <CheckField
        name="enabled"
        label="Tell me about new companies"
        hint={
          <>
            By email to <span className="break-all">{email}</span>, once for each company. Looked for every 15 minutes;
            matches of low confidence and companies that use the package already are left out.
          </>
        }
      />
      <TextField
        name="downloads"
        label="Triggered at"
        inputMode="numeric"
        autoComplete="off"
        hint="Downloads by one company before it is worth a mail."
      />
      <div>
        <SubmitButton pending="Saving …">Save</SubmitButton>
      </div>
    </AppForm>
  );
}
