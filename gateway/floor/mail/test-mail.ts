/** The test mail of a platform admin. */
import { written } from './letter';
import type { Message } from './message';

export function testMail(to: string, { name, publicUrl }: { name: string; publicUrl: string }): Message {
  return written({
    to,
    subject: 'Test mail',
    name,
    paragraphs: [
      `This mail shows that mails of ${new URL(publicUrl).host} arrive. You asked for it on the status page.`,
    ],
    note: 'There is nothing to do.',
  });
}
