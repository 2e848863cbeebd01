import { renderEmail } from './letter';
import type { EmailMessage } from './message';

export function testEmail(to: string, { name, publicUrl }: { name: string; publicUrl: string }): EmailMessage {
  return renderEmail({
    to,
    subject: 'Test mail',
    name,
    paragraphs: [
      `This mail shows that mails of ${new URL(publicUrl).host} arrive. You asked for it on the status page.`,
    ],
    note: 'There is nothing to do.',
  });
}
