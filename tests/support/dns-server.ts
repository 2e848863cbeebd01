/** A DNS server on loopback over UDP (RFC 1035), with the records that a test gives it. */
import { createSocket } from 'node:dgram';

export interface DnsRecords {
  /** Names and the names they point to, in lower case. */
  CNAME?: Record<string, string>;
  TXT?: Record<string, string[]>;
  /** IPv4 addresses; `*.name` stands for any host below the name. */
  A?: Record<string, string>;
  /** Names that get no answer. */
  silent?: string[];
}

export interface DnsServer {
  /** `127.0.0.1:port`. */
  address: string;
  /** A change counts from the next question on. */
  records: DnsRecords;
  /** The names asked for, in order, each with its type. */
  asked: string[];
  close(): Promise<void>;
}

const types = { A: 1, CNAME: 5, TXT: 16 } as const;
const nameNotKnown = 3;

export async function startDnsServer(): Promise<DnsServer> {
  let socket = createSocket('udp4');
  let server: DnsServer = {
    address: '',
    records: {},
    asked: [],
    close: () => new Promise((done) => socket.close(() => done())),
  };
  socket.on('message', (message, from) => {
    let { name, type, end } = questionIn(message);
    server.asked.push(`${typeName(type)} ${name}`);
    if (server.records.silent?.includes(name)) return;
    socket.send(
      answerTo(message.subarray(0, end), valuesOf(server.records, name, type), type),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}

function questionIn(message: Buffer): { name: string; type: number; end: number } {
  let labels: string[] = [];
  let at = 12;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function typeName(type: number): string {
  return Object.entries(types).find(([, number]) => number === type)?.[0] ?? String(type);
}

function valuesOf({ A, CNAME, TXT }: DnsRecords, name: string, type: number): Buffer[] {
  if (type === types.CNAME) return CNAME?.[name] === undefined ? [] : [encodedName(CNAME[name])];
  if (type === types.TXT) return (TXT?.[name] ?? []).map((text) => encodedText(text));
  let address = A?.[name] ?? A?.[name.replace(/^[^.]+/, '*')];
  if (type === types.A && address !== undefined) return [Buffer.from(address.split('.').map(Number))];
  return [];
}

/** Header and question come back; each answer points to the name of the question. */
function answerTo(question: Buffer, values: Buffer[], type: number): Buffer {
  let header = Buffer.from(question);
  header.writeUInt16BE(0x8180 | (values.length === 0 ? nameNotKnown : 0), 2);
  header.writeUInt16BE(values.length, 6);
  header.writeUInt16BE(0, 8);
  header.writeUInt16BE(0, 10);
  let records = values.map((value) => {
    let head = Buffer.alloc(12);
    head.writeUInt16BE(0xc00c, 0);
    head.writeUInt16BE(type, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt32BE(60, 6);
    head.writeUInt16BE(value.length, 10);
    return Buffer.concat([head, value]);
  });
  return Buffer.concat([header, ...records]);
}

function encodedName(name: string): Buffer {
  let labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function encodedText(text: string): Buffer {
  let pieces = text.match(/[^]{1,255}/g) ?? [''];
  return Buffer.concat(pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)])));
}
