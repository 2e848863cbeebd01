import { Resolver } from 'node:dns/promises';

/** How long a DNS lookup for a custom domain may take. */
const dnsMs = 3_000;

export interface DnsAnswer {
  /** Names a CNAME record points to, in lower case. */
  cname: string[];
  /** Texts of TXT records, their pieces joined. */
  txt: string[];
  /** False when the DNS did not answer one of the two queries. */
  answered: boolean;
}

export interface Dns {
  /**
   * The CNAME records of one name and the TXT records of another; never rejects, and takes three
   * seconds at most.
   */
  ask(cnameOf: string, txtOf: string): Promise<DnsAnswer>;
  close(): void;
}

/** Errors for names without such a record; with any other error there was no answer. */
const noRecord = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);
const valuesMax = 10;
const lengthMax = 300;

/** `servers` are addresses with an optional port; those of the machine when left out. */
export function createDns(servers?: readonly string[]): Dns {
  let asking = new Set<Resolver>();
  return {
    close() {
      for (let resolver of asking) resolver.cancel();
    },
    async ask(cnameOf, txtOf) {
      // One resolver per query, because cancelling a resolver cancels all its queries.
      let resolver = new Resolver({ timeout: dnsMs, tries: 1 });
      if (servers?.length) resolver.setServers(servers);
      asking.add(resolver);
      let timer = setTimeout(() => resolver.cancel(), dnsMs);
      let [cname, txt] = await Promise.all([
        answerOf(resolver.resolveCname(cnameOf)),
        answerOf(resolver.resolveTxt(txtOf).then((texts) => texts.map((pieces) => pieces.join('')))),
      ]);
      clearTimeout(timer);
      asking.delete(resolver);
      return {
        cname: kept(cname ?? []).map((name) => name.toLowerCase().replace(/\.$/, '')),
        txt: kept(txt ?? []),
        answered: cname !== undefined && txt !== undefined,
      };
    },
  };
}

/** Strangers write these records, so their number and length are limited. */
function kept(values: string[]): string[] {
  return values.slice(0, valuesMax).map((value) => value.slice(0, lengthMax));
}

async function answerOf(question: Promise<string[]>): Promise<string[] | undefined> {
  try {
    return await question;
  } catch (error) {
    let code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return noRecord.has(code) ? [] : undefined;
  }
}
