/** A mail server on this machine that keeps its mails. */
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  /** The SMTP address with user and password. */
  url: string;
  /** The sources of the accepted mails. */
  taken: string[];
  /** The names that clients greeted it with. */
  greetings: string[];
  /** Refuses this many deliveries first. */
  refuse(times: number): void;
  /** The status to refuse a recipient with; undefined accepts all. */
  refusal: (recipient: string) => number | undefined;
  /** What it waits for between the text of a mail and its answer. */
  delay: (recipient: string) => Promise<unknown> | undefined;
  close(): Promise<void>;
}

/** Starts on a free port without `port`. */
export async function startMailServer(port = 0): Promise<MailServer> {
  let taken: string[] = [];
  let greetings: string[] = [];
  let toRefuse = 0;
  let server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _, answer) {
      if (username === 'landfall' && password === 'posts:mail') return answer(null, { user: username });
      // Some servers repeat what they were sent.
      let sent = Buffer.from(`\0${username}\0${password}`).toString('base64');
      answer(new Error(`Wrong password ${password} in ${sent}`));
    },
    onMailFrom(_, { hostNameAppearsAs }, answer) {
      greetings.push(hostNameAppearsAs);
      if (toRefuse-- > 0) return answer(Object.assign(new Error('Try again later'), { responseCode: 451 }));
      answer();
    },
    onRcptTo({ address }, _, answer) {
      let responseCode = running.refusal(address);
      answer(responseCode === undefined ? null : Object.assign(new Error('Not now'), { responseCode }));
    },
    onData(stream, { envelope }, answer) {
      text(stream).then(async (source) => {
        await running.delay(envelope.rcptTo[0]?.address ?? '');
        taken.push(source);
        answer();
      }, answer);
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  let { port: open } = server.server.address() as AddressInfo;
  let running: MailServer = {
    url: `smtp://landfall:${encodeURIComponent('posts:mail')}@127.0.0.1:${open}`,
    taken,
    greetings,
    refusal: () => undefined,
    delay: () => undefined,
    refuse: (times) => void (toRefuse = times),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return running;
}
