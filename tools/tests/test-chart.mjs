/**
 * `node tools/tests/test-chart.mjs`: renders the chart of packaging/helm, as it is and with every
 * option, and checks that its objects fit together. chart/render.go takes the place of Helm, with
 * its template language and functions: Debian's packages golang-go, golang-k8s-sigs-yaml-dev and
 * golang-github-masterminds-sprig-dev.
 */
import { deepStrictEqual as equal, ok } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'chart-'));
const program = path.join(folder, 'render');
const roles = ['jobs', 'web', 'edge'];

function render(values) {
  let text = execFileSync(program, ['packaging/helm/landfall', values], { encoding: 'utf8' });
  let objects = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return (kind) => objects.filter((object) => object.kind === kind);
}

const called = (objects, role) => objects.find(({ metadata }) => metadata.name === `landfall-${role}`);
const labels = (role) => ({
  'app.kubernetes.io/name': 'landfall',
  'app.kubernetes.io/instance': 'landfall',
  'app.kubernetes.io/component': role,
});

/** What holds whatever is chosen. */
function fits(made) {
  for (let role of roles) {
    let { spec } = called(made('StatefulSet'), role);
    let [container] = spec.template.spec.containers;
    equal(spec.template.metadata.labels, labels(role));
    equal(spec.selector.matchLabels, labels(role));
    let service = called(made('Service'), role);
    equal(service.spec.selector, labels(role));
    equal(spec.serviceName, service.metadata.name);
    let ports = container.ports.map(({ name }) => name);
    equal(ports, role === 'web' ? ['gateway', 'dashboard', 'metrics'] : ['gateway', 'metrics']);
    for (let { targetPort } of service.spec.ports) ok(ports.includes(targetPort));
    // A journal, imports, and the pages of the earlier version outlive a pod.
    let volumes = spec.volumeClaimTemplates.map(({ metadata }) => metadata.name);
    equal(volumes, ['data']);
    equal(container.volumeMounts.find(({ name }) => name === 'data').mountPath, '/data');
    equal(container.env.find(({ name }) => name === 'ROLE').value, role);
    equal(new Set(container.env.map(({ name }) => name)).size, container.env.length);
    ok('landfall/secret' in spec.template.metadata.annotations);

    let { podSelector, ingress } = called(made('NetworkPolicy'), role).spec;
    equal(podSelector.matchLabels, labels(role));
    for (let { ports: admitted } of ingress) for (let { port } of admitted) ok(ports.includes(port));
    let toMetrics = ingress.filter((rule) => rule.ports.some(({ port }) => port === 'metrics'));
    equal(toMetrics.length, 1);
    ok(toMetrics[0].from.length > 0);
    let toGateway = ingress.find((rule) => rule.ports.some(({ port }) => port === 'gateway'));
    equal(toGateway.from !== undefined, role === 'jobs');
  }
  let requested = called(made('StatefulSet'), 'edge').spec.template.spec.containers[0].resources.requests;
  ok(requested.cpu && requested.memory);
}

function asItIs(values) {
  let made = render(values);
  fits(made);
  equal(made('PodDisruptionBudget').length, 3);
  equal(made('ServiceMonitor'), []);
  equal(made('Ingress'), []);
  let { image } = called(made('StatefulSet'), 'edge').spec.template.spec.containers[0];
  equal(image, 'registry.example/landfall:0.1.0');
}

function withEverything(values) {
  let made = render(values);
  fits(made);
  let [monitor] = made('ServiceMonitor');
  // The job of the alerts in packaging/prometheus-alerts.yml, and services that have that port.
  for (let { metadata, spec } of made('Service')) {
    equal(metadata.labels[monitor.spec.jobLabel], 'landfall');
    for (let [name, value] of Object.entries(monitor.spec.selector.matchLabels)) equal(metadata.labels[name], value);
    for (let { port } of monitor.spec.endpoints) ok(spec.ports.some(({ name }) => name === port));
  }
  equal(monitor.metadata.labels.release, 'prometheus');
  let { metadata, spec } = called(made('StatefulSet'), 'edge').spec.template;
  equal(metadata.annotations['checksum/secret'], 'abc');
  equal(spec.imagePullSecrets, [{ name: 'registry-login' }]);
  equal(spec.tolerations, [{ key: 'edges', operator: 'Exists' }]);
  equal(spec.nodeSelector, { disk: 'ssd' });
  ok(spec.affinity.nodeAffinity);
  equal(spec.containers[0].image, 'registry.example/landfall:0.1.0@sha256:0123');
  // During an upgrade a role can stay at its version.
  equal(called(made('StatefulSet'), 'web').spec.template.spec.containers[0].image, 'registry.example/landfall:0.0.9');
  equal(called(made('PodDisruptionBudget'), 'web'), undefined);
  let backends = made('Ingress')[0].spec.rules.flatMap(({ http }) => http.paths.map(({ backend }) => backend.service));
  ok(backends.length > 10);
  for (let { name, port } of backends) {
    let service = made('Service').find((one) => one.metadata.name === name);
    ok(service.spec.ports.some((one) => one.name === port.name));
  }
}

try {
  let env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOCACHE: path.join(folder, 'cache') };
  execFileSync('go', ['build', '-o', program, 'tools/tests/chart/render.go'], { env, stdio: 'inherit' });
  let nothing = path.join(folder, 'nothing.yaml');
  writeFileSync(nothing, '{}\n');
  asItIs(nothing);
  process.stdout.write('ok  the chart as it is\n');
  withEverything('tools/tests/chart/everything.yaml');
  process.stdout.write('ok  the chart with every option\n');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
