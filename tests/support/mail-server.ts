/** A mail server on this machine that keeps its mails. */
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  /** The SMTP address with user and password. */
  url: string;
  /** The sources of the accepted mails. */
  taken: string[];
  /** Refuses this many deliveries first. */
  refuse(times: number): void;
  close(): Promise<void>;
}

/** Starts on a free port. */
export async function startMailServer(): Promise<MailServer> {
  let taken: string[] = [];
  let toRefuse = 0;
  let server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _, answer) {
      if (username === 'landfall' && password === 'posts:mail') return answer(null, { user: username });
      answer(new Error('Wrong password'));
    },
    onMailFrom(_, __, answer) {
      if (toRefuse-- > 0) return answer(Object.assign(new Error('Try again later'), { responseCode: 451 }));
      answer();
    },
    onData(stream, _, answer) {
      text(stream).then((source) => {
        taken.push(source);
        answer();
      }, answer);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://landfall:${encodeURIComponent('posts:mail')}@127.0.0.1:${port}`,
    taken,
    refuse: (times) => void (toRefuse = times),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
