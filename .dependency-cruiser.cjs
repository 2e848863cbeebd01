/** Who may import whom. `npm run arrows` checks it; CONTRIBUTING.md draws it. */

/** A room may import only what is listed. Names are folders or files from the root. */
const rooms = {
  contract: ['contract'],
  net: ['net'],
  sealing: ['sealing'],
  recount: ['recount'],
  matching: ['matching', 'contract'],
  journal: ['journal', 'contract'],
  edge: ['edge', 'journal', 'matching', 'net', 'contract'],
  gateway: ['gateway', 'journal', 'matching', 'net', 'recount', 'sealing', 'contract'],
  app: ['app', 'sealing', 'contract'],
  'app/ui': ['app/ui', 'app/browser-messages', 'app/look', 'app/said', 'app/timings', 'contract'],
  'app/charts': ['app/charts', 'app/ui', 'app/look', 'contract'],
  'app/forms': [
    'app/forms',
    'app/ui',
    'app/messages',
    'app/labels',
    'app/paths',
    'app/refusal-message.server',
    'app/said',
    'app/session/failure-toast.server',
    'app/session/opened-as',
    'app/session/opened-as.server',
    'app/gateway-client.server',
    'app/env.server',
    'contract',
  ],
  'app/session': [
    'app/session',
    'app/gateway-client.server',
    'app/browser-messages',
    'app/env.server',
    'app/last-event.server',
    'app/log.server',
    'app/look',
    'app/messages',
    'app/paths',
    'app/paths.server',
    'app/redirects.server',
    'app/refusal-message.server',
    'app/trace.server',
    'sealing',
    'contract',
  ],
};

const any = (names) => `^(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})(/|\\.tsx?$)`;

module.exports = {
  forbidden: [
    {
      name: 'no-circle',
      comment:
        'Files that import each other are one file, or one of them knows too much. ' +
        'A type that two files share stands in the lower one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...Object.entries(rooms).map(([room, mayImport]) => ({
      name: `room-${room}`,
      comment: `${room} imports only what lies below it.`,
      severity: 'error',
      from: { path: any([room]) },
      to: {
        path: any([
          'app',
          'contract',
          'edge',
          'gateway',
          'journal',
          'matching',
          'net',
          'recount',
          'sealing',
          'server',
          'cli',
          'scripts',
          'bench',
          'tests',
        ]),
        pathNot: any(mayImport),
      },
    })),
    {
      name: 'no-import-of-a-route',
      comment: 'A route is an address; what two of them share stands in a feature.',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^app/routes/' },
    },
    {
      name: 'no-feature-in-a-feature',
      comment: 'Features know nothing of each other; what they share stands beside them.',
      severity: 'error',
      from: { path: '^app/features/([^/]+)/' },
      to: { path: '^app/features/([^/]+)/', pathNot: '^app/features/$1/' },
    },
    {
      name: 'data-knows-no-pipeline',
      comment: 'What keeps and changes data knows no HTTP; handlers do, and refusals are codes.',
      severity: 'error',
      from: {
        path: '^gateway/',
        pathNot: '^gateway/(http/|mcp/|gateway\\.ts$|api\\.ts$|endpoints\\.ts$)|-handlers\\.ts$',
      },
      to: { path: '^gateway/http/' },
    },
    {
      name: 'demo-is-for-the-demo',
      comment: 'The product does not know its sample data.',
      severity: 'error',
      from: { path: '^(gateway|app)/', pathNot: '^gateway/demo/' },
      to: { path: '^gateway/demo/' },
    },
    {
      name: 'gateway-knows-no-pages',
      severity: 'error',
      from: { path: '^(edge|gateway|journal|net)/' },
      to: { path: 'node_modules/(react|@remix-run|cookie|remix-)' },
    },
    {
      name: 'contract-knows-its-schemas',
      comment: 'The contract is read by browsers too.',
      severity: 'error',
      from: { path: '^contract/' },
      to: {
        dependencyTypesNot: ['local', 'aliased', 'aliased-tsconfig', 'aliased-tsconfig-paths'],
        pathNot: 'node_modules/(zod|@asteasolutions/zod-to-openapi)/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  },
};
