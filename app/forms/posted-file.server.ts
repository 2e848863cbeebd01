/**
 * Streams the file of a multipart form, without buffering it. The form has no other field.
 * Boundary, file name and contents are untrusted.
 */
import { json } from '@remix-run/node';
import type { ErrorAnswer } from 'contract/api/error-answer';

export interface PostedFile {
  /** File name from the browser. */
  name: string;
  /** Fails if the form ends before the file does. */
  bytes: ReadableStream<Uint8Array>;
  /** Drains unread bytes, so that a browser that is still sending receives the response. */
  drop(): Promise<void>;
}

const headBytesMax = 8 * 1024;
const droppedMax = 2 ** 30;

/** Throws a 400 for any other kind of post. */
export async function readPostedFile(request: Request, field: string): Promise<PostedFile> {
  let boundary = boundaryOf(request.headers.get('content-type') ?? '');
  if (boundary === undefined || !request.body) throw notReadable();
  let source = createSource(request.body);
  let head = await source.until(Buffer.from('\r\n\r\n'), headBytesMax);
  let [first = '', ...lines] = head?.toString('utf8').split('\r\n') ?? [];
  let disposition = lines.find((line) => /^content-disposition:\s*form-data;/i.test(line)) ?? '';
  if (first !== `--${boundary}` || parameter(disposition, 'name') !== field) throw notReadable();
  let name = parameter(disposition, 'filename');
  if (name === undefined) throw notReadable();
  let parts = source.partsUntil(Buffer.from(`\r\n--${boundary}`));
  let bytes = new ReadableStream<Uint8Array>({
    async pull(controller) {
      let part = await parts.next();
      if (part.done) controller.close();
      else controller.enqueue(part.value);
    },
  });
  return { name, bytes, drop: () => source.drop(droppedMax) };
}

function notReadable(): Response {
  let message = 'This form could not be read. Reload the page and try again.';
  return json<ErrorAnswer>({ code: 'form-not-readable', message }, { status: 400 });
}

function boundaryOf(type: string): string | undefined {
  let [, quoted, plain] = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? [];
  return quoted ?? plain;
}

/** Browsers write a quote in a parameter as `%22`. */
function parameter(line: string, name: string): string | undefined {
  return new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(line)?.[1]?.replaceAll('%22', '"');
}

function createSource(body: ReadableStream<Uint8Array>) {
  let reader = body.getReader();
  let waiting: Buffer = Buffer.alloc(0);

  async function more(): Promise<boolean> {
    let { done, value } = await reader.read();
    if (value)
      waiting =
        waiting.length > 0
          ? Buffer.concat([waiting, value])
          : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    return !done;
  }

  return {
    /** Bytes before `mark`, which is dropped; undefined if it is not within `max` bytes. */
    async until(mark: Buffer, max: number): Promise<Buffer | undefined> {
      for (;;) {
        let at = waiting.indexOf(mark);
        if (at >= 0 && at <= max) {
          let found = waiting.subarray(0, at);
          waiting = waiting.subarray(at + mark.length);
          return found;
        }
        if (waiting.length > max || !(await more())) return undefined;
      }
    },
    async *partsUntil(mark: Buffer): AsyncGenerator<Uint8Array, undefined> {
      for (;;) {
        let at = waiting.indexOf(mark);
        // The mark may start in the last bytes.
        let end = at >= 0 ? at : Math.max(0, waiting.length - mark.length + 1);
        let part = waiting.subarray(0, end);
        waiting = waiting.subarray(end);
        if (part.length > 0) yield part;
        if (at >= 0) return undefined;
        if (!(await more())) throw new Error('The upload was incomplete.');
      }
    },
    async drop(max: number): Promise<void> {
      for (let bytes = 0; bytes < max;) {
        let { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
        if (done) return;
        bytes += value?.byteLength ?? 0;
      }
    },
  };
}
