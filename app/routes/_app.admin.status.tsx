/** /admin/status: the status of the installation, and a test mail. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { installationApi } from 'contract/admin/installation';
import { JobList, StatusCard, TestMailForm, TroubledEmails } from '../features/admin/status-cards';
import { readStatus } from '../features/admin/status.server';
import { emptyForm, readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { requireAdmin } from '../session/guards.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Status',
  description: 'How this installation is doing: versions, disk, stores, jobs and email.',
});

export async function loader(args: LoaderFunctionArgs) {
  let { call } = await requireAdmin(args);
  return readStatus(call);
}

export async function action(args: ActionFunctionArgs) {
  let { call } = await requireAdmin(args);
  let form = await readForm(args.request, emptyForm);
  if (!form.ok) return form.reply;
  let result = await call(installationApi.sendTestMail).catch(form.refuse);
  return result instanceof Response ? result : json({ result, lastResult: undefined });
}

/** With two columns, the first parts are in the left one. */
const leftParts = 4;

export default function AdminStatusPage() {
  let { parts, emails, jobs } = useLoaderData<typeof loader>();
  let answer = useActionData<typeof action>();
  return (
    <Stack>
      <PageTitle title="Status" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Stack>
          {parts.slice(0, leftParts).map((part) => (
            <StatusCard key={part.title} part={part} />
          ))}
        </Stack>
        <Stack>
          {parts.slice(leftParts).map((part) => (
            <StatusCard key={part.title} part={part} />
          ))}
          <Card title="Test email" description="Sent to your own email, like all other emails.">
            <TestMailForm
              result={answer && 'result' in answer ? answer.result : undefined}
              lastResult={answer?.lastResult}
            />
          </Card>
        </Stack>
      </div>
      {emails.length > 0 && (
        <Card title="Emails not delivered yet" description="The newest, with what the mail server said" flush>
          <TroubledEmails emails={emails} />
        </Card>
      )}
      <Card title="Background jobs" description="Runs since restart" flush>
        <JobList jobs={jobs} />
      </Card>
    </Stack>
  );
}
