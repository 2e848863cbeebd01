/** Reads a stream of text line by line, in chunks of any size. */

export interface TextLines {
  /** Visits the lines that end in the next chunk. */
  write(part: Buffer): void;
  /** Visits the rest after the last line break. */
  end(): void;
}

const newline = 0x0a;
/** A line is buffered as a whole. */
const lineBytesMax = 256 * 1024;

/**
 * Calls `visit` with each line including its line break, as latin1, with one character per byte.
 */
export function createTextLines(visit: (line: string) => void): TextLines {
  let held: Buffer[] = [];
  let heldBytes = 0;

  function hold(part: Buffer): void {
    held.push(Buffer.from(part));
    heldBytes += part.length;
    if (heldBytes > lineBytesMax) throw new Error('a line of the text is too long');
  }

  function release(): string {
    let text = Buffer.concat(held).toString('latin1');
    held = [];
    heldBytes = 0;
    return text;
  }

  return {
    write(part) {
      let from = 0;
      for (let at = part.indexOf(newline); at >= 0; at = part.indexOf(newline, from)) {
        let text = part.toString('latin1', from, at + 1);
        visit(heldBytes > 0 ? release() + text : text);
        from = at + 1;
      }
      if (from < part.length) hold(part.subarray(from));
    },
    end() {
      if (heldBytes > 0) visit(release());
    },
  };
}
