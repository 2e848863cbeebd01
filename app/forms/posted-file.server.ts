/**
 * The file of a posted form, passed on as it comes and kept nowhere here. The form has this field
 * and no other; its boundary, name and contents are a stranger's.
 */
import { json } from '@remix-run/node';
import type { ErrorAnswer } from 'contract/error-answer';

export interface PostedFile {
  /** As the browser calls it. */
  name: string;
  /** Errors where the form ends before the file does. */
  bytes: ReadableStream<Uint8Array>;
  /** Reads and drops what nobody has read, so that a browser that still sends hears the answer. */
  drop(): Promise<void>;
}

const headBytesMax = 8 * 1024;
const droppedMax = 2 ** 30;

/** The file in `field`. Throws a 400 page for a post that the form does not send. */
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
  let message = 'This form could not be read. Reload the page and send it again.';
  return json<ErrorAnswer>({ code: 'form-not-readable', message }, { status: 400 });
}

function boundaryOf(type: string): string | undefined {
  let [, quoted, plain] = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? [];
  return quoted ?? plain;
}

/** A parameter in quotes, in which browsers write a quote as `%22`. */
function parameter(line: string, name: string): string | undefined {
  return new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(line)?.[1]?.replaceAll('%22', '"');
}

function createSource(body: ReadableStream<Uint8Array>) {
  let reader = body.getReader();
  let waiting: Buffer = Buffer.alloc(0);

  /** Whether more has come. */
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
    /** What stands before `mark`, which is dropped; undefined where it does not come in time. */
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
        // The mark may have begun in the last bytes.
        let end = at >= 0 ? at : Math.max(0, waiting.length - mark.length + 1);
        let part = waiting.subarray(0, end);
        waiting = waiting.subarray(end);
        if (part.length > 0) yield part;
        if (at >= 0) return undefined;
        if (!(await more())) throw new Error('The form has ended before its file.');
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
