/**
 * Real servers of ClickHouse with files, connections and restarts, and a ZooKeeper, by which they replicate
 * tables. They are those of Debian (18.16), or of the version of the program that `CLICKHOUSE_BIN` names.
 */
import { once } from 'node:events';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Of today, where it is given. */
export const givenProgram = process.env.CLICKHOUSE_BIN;
const debianServer = '/usr/sbin/clickhouse-server';
const [clickhouse, ...clickhouseArgs] = givenProgram ? [path.resolve(givenProgram), 'server'] : [debianServer];
const java = '/usr/bin/java';
const zookeeperClasses = '/usr/share/java/zookeeper.jar';

/** Whether ClickHouse, and Debian's package zookeeper, are installed. */
export const hasCluster = [clickhouse, java, zookeeperClasses].every((file) => existsSync(file));

export const clusterName = 'tests';
/** Ports of a server (HTTP, native, between servers), and the one of ZooKeeper. */
export const portsNeeded = (shards: number) => shards * 2 * 3 + 1;

const startLimitMs = 60_000;
const lookMs = 50;

interface Program {
  /** Resolves when it answers. */
  start(): Promise<void>;
  /** Resolves when it has ended; SIGTERM lets it finish what it does. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  running(): ChildProcess | undefined;
}

export interface ClickhouseServer extends Program {
  /** Of its HTTP interface; the same after each start. */
  url: string;
  /** The first column of a question, read from the server itself. */
  column(question: string): Promise<string[]>;
}

export interface Cluster {
  /** Two replicas of each shard. */
  shards: ClickhouseServer[][];
  zookeeper: Program;
  /** The servers know the first shards only; they have to be stopped. */
  limit(shards: number): void;
  stop(): Promise<void>;
}

/** The last errors of a server's log. */
function lastErrors(file: string): string {
  if (!existsSync(file)) return '';
  let lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .filter((line) => line.includes('<Error>'))
    .slice(-3)
    .join('\n')
    .slice(0, 3_000);
}

/** A process that `isUp` finds; its output is dropped. */
function program(command: string, args: string[], cwd: string, isUp: () => Promise<boolean>): Program {
  let running: ChildProcess | undefined;
  let isAlive = () => running !== undefined && running.exitCode === null && running.signalCode === null;
  return {
    async start() {
      if (isAlive()) return;
      running = spawn(command, args, { cwd, stdio: 'ignore' });
      for (let end = performance.now() + startLimitMs; !(await isUp().catch(() => false)); await pause(lookMs))
        if (!isAlive() || performance.now() > end)
          throw new Error(`${command} does not start in ${cwd}: ${lastErrors(path.join(cwd, 'errors'))}`);
    },
    running: () => running,
    async stop(signal = 'SIGTERM') {
      let ending = running;
      running = undefined;
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
      let gone = once(ending, 'exit');
      ending.kill(signal);
      await gone;
    },
  };
}

async function columnOf(url: string, question: string): Promise<string[]> {
  let answer = await fetch(url, { method: 'POST', body: question });
  let text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text.split('\n').slice(0, -1);
}

interface ServerPlace {
  folder: string;
  http: number;
  native: number;
}

/** Nothing is started yet. `more` are further elements of its configuration. */
function serverAt({ folder, http, native }: ServerPlace, more: string): ClickhouseServer {
  configure({ folder, http, native }, more);
  let url = `http://127.0.0.1:${http}/`;
  let isUp = async () => (await columnOf(url, 'SELECT 1'))[0] === '1';
  let args = [...clickhouseArgs, `--config-file=${folder}/config.xml`];
  return { url, column: (question) => columnOf(url, question), ...program(clickhouse!, args, folder, isUp) };
}

/** A table of few rows can have more that was killed while it was written than what ZooKeeper knows. */
const afterKill =
  '<merge_tree><replicated_max_ratio_of_wrong_parts>1</replicated_max_ratio_of_wrong_parts></merge_tree>';

function configure({ folder, http, native }: ServerPlace, more: string): void {
  mkdirSync(path.join(folder, 'data'), { recursive: true });
  let root = givenProgram ? 'clickhouse' : 'yandex';
  writeFileSync(
    path.join(folder, 'config.xml'),
    `<${root}><logger><level>error</level><log>${folder}/log</log><errorlog>${folder}/errors</errorlog></logger>
<http_port>${http}</http_port><tcp_port>${native}</tcp_port><listen_host>127.0.0.1</listen_host>
<mark_cache_size>100000000</mark_cache_size>
${afterKill}<path>${folder}/data/</path><tmp_path>${folder}/data/tmp/</tmp_path>
<users_config>users.xml</users_config><default_profile>default</default_profile>
<default_database>default</default_database>${more}</${root}>\n`,
  );
  writeFileSync(
    path.join(folder, 'users.xml'),
    `<${root}><profiles><default/></profiles><quotas><default/></quotas><users><default><password></password>
<networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users></${root}>\n`,
  );
}

/** A separate server; `remoteServers` gets its native port. */
export async function startServer(
  folder: string,
  [http = 0, native = 0]: readonly number[],
  remoteServers: (native: number) => string,
): Promise<ClickhouseServer> {
  let server = serverAt({ folder, http, native }, remoteServers(native));
  await server.start();
  return server;
}

/** Nothing is started yet. */
export function createCluster(home: string, shards: number, ports: readonly number[]): Cluster {
  let places = Array.from({ length: shards * 2 }, (_, i) => {
    let [http = 0, native = 0, between = 0] = ports.slice(i * 3, i * 3 + 3);
    return { shard: Math.floor(i / 2), replica: i % 2, http, native, between, folder: path.join(home, String(i)) };
  });
  let keeperPort = ports[shards * 6]!;

  function remote(known: number): string {
    let serversOf = (shard: number) =>
      places
        .filter((place) => place.shard === shard)
        .map(({ native }) => `<replica><host>127.0.0.1</host><port>${native}</port></replica>`);
    let all = Array.from(
      { length: known },
      (_, shard) => `<shard><internal_replication>true</internal_replication>${serversOf(shard).join('')}</shard>`,
    );
    return `<remote_servers><${clusterName}>${all.join('')}</${clusterName}></remote_servers>`;
  }

  let ofCluster = ({ shard, replica, between }: (typeof places)[number], known: number) =>
    `<interserver_http_port>${between}</interserver_http_port><interserver_http_host>127.0.0.1</interserver_http_host>
<zookeeper><node><host>127.0.0.1</host><port>${keeperPort}</port></node>
<session_timeout_ms>4000</session_timeout_ms></zookeeper>
<macros><shard>s${shard}</shard><replica>r${replica}</replica></macros>
<distributed_ddl><path>/clickhouse/task_queue/ddl</path></distributed_ddl>${remote(known)}`;
  let servers = places.map((place) => serverAt(place, ofCluster(place, shards)));
  let keeperFolder = path.join(home, 'zookeeper');
  mkdirSync(keeperFolder, { recursive: true });
  let keeperFile = path.join(keeperFolder, 'zoo.cfg');
  writeFileSync(
    keeperFile,
    `tickTime=1000\ndataDir=${keeperFolder}\nclientPort=${keeperPort}\nclientPortAddress=127.0.0.1\n` +
      'maxClientCnxns=0\nadmin.enableServer=false\n4lw.commands.whitelist=*\n',
  );
  let zookeeper = program(
    java,
    ['-Xmx128m', '-cp', zookeeperClasses, 'org.apache.zookeeper.server.quorum.QuorumPeerMain', keeperFile],
    keeperFolder,
    () => takesConnections(keeperPort),
  );
  return {
    shards: Array.from({ length: shards }, (_, shard) => servers.filter((_server, i) => places[i]!.shard === shard)),
    zookeeper,
    limit(known) {
      for (let place of places) configure(place, ofCluster(place, known));
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop('SIGKILL')));
      await zookeeper.stop('SIGKILL');
    },
  };
}

async function takesConnections(port: number): Promise<boolean> {
  let socket = connect(port, '127.0.0.1');
  await once(socket, 'connect').finally(() => socket.destroy());
  return true;
}
