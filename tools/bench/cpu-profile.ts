/** What a `.cpuprofile` says: the functions that took the most time. */
import path from 'node:path';

export interface CpuProfile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
    children?: number[];
  }[];
  /** Node of each sample. */
  samples: number[];
  /** Microseconds before each sample. */
  timeDeltas: number[];
}

export interface FunctionTime {
  name: string;
  /** Shares of the time in which the process worked, profiling aside. */
  self: number;
  /** With the functions that it calls. */
  inclusive: number;
}

type Node = CpuProfile['nodes'][number];

/** The functions of a profile with their times, those with the largest own time first. */
export function functionTimes({ nodes, samples, timeDeltas }: CpuProfile): FunctionTime[] {
  let byId = new Map(nodes.map((node) => [node.id, node]));
  let parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  let took = new Map<number, number>();
  for (let [i, id] of samples.entries()) took.set(id, (took.get(id) ?? 0) + timeDeltas[i]!);
  let busy = 0;
  let found = new Map<string, FunctionTime>();
  for (let [id, time] of took) {
    let stack: Node[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) stack.push(byId.get(at)!);
    if (!isWork(stack)) continue;
    let [own, ...callers] = stack.map(nameOf);
    busy += time;
    for (let name of new Set([own!, ...callers])) {
      let times = found.get(name) ?? { name, self: 0, inclusive: 0 };
      found.set(name, times);
      times.inclusive += time;
      if (name === own) times.self += time;
    }
  }
  return [...found.values()]
    .map(({ name, self, inclusive }) => ({ name, self: self / busy, inclusive: inclusive / busy }))
    .sort((a, b) => b.self - a.self);
}

/** Neither waiting nor the profiler itself. */
function isWork(stack: readonly Node[]): boolean {
  return stack.every(({ callFrame: { functionName, url } }) => functionName !== '(idle)' && url !== 'node:inspector');
}

/** The function with its file, by the last two steps of its path. */
function nameOf({ callFrame: { functionName, url, lineNumber } }: Node): string {
  let name = functionName || '(anonymous)';
  if (!url) return name;
  let folder = path.basename(path.dirname(url));
  return `${name} ${folder}/${path.basename(url)}:${lineNumber + 1}`;
}

/** The first functions as lines of a table, by own time and by inclusive time. */
export function timesTable(times: readonly FunctionTime[], count: number): string {
  let percent = (share: number) => `${(share * 100).toFixed(1)}%`.padStart(6);
  let lines = (shown: readonly FunctionTime[]) =>
    shown.slice(0, count).map(({ name, self, inclusive }) => `${percent(self)}  ${percent(inclusive)}  ${name}`);
  let byInclusive = [...times].sort((a, b) => b.inclusive - a.inclusive);
  let head = '  self     all';
  return [`${head}  by own time`, ...lines(times), '', `${head}  with what they call`, ...lines(byInclusive)].join(
    '\n',
  );
}
