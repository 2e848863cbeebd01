/** Who may import whom. `npm run arrows` checks it; docs/architecture.md draws it. */

const belowFeatures = [
  'app/charts',
  'app/config',
  'app/forms',
  'app/gateway',
  'app/http',
  'app/links',
  'app/locale',
  'app/session',
  'app/text',
  'app/ui',
];

/** What a room may import besides itself and `contract`. A room is a folder, or a folder in one. */
const rooms = {
  contract: [],
  net: [],
  sealing: [],
  verification: [],
  matching: [],
  journal: [],
  edge: ['journal', 'matching', 'net'],

  'gateway/floor': ['net', 'sealing'],
  'gateway/events': ['gateway/floor', 'journal', 'net'],
  'gateway/billing': ['gateway/floor'],
  'gateway/people': ['gateway/billing', 'gateway/events', 'gateway/floor', 'net'],
  'gateway/packages': ['gateway/people', 'gateway/floor', 'matching', 'net'],
  'gateway/reports': ['gateway/packages', 'gateway/events', 'gateway/floor', 'net', 'verification'],
  'gateway/erasure': ['gateway/packages', 'gateway/events', 'gateway/floor'],
  'gateway/leads': ['gateway/reports', 'gateway/events', 'gateway/floor'],
  'gateway/alerts': ['gateway/reports', 'gateway/packages', 'gateway/events', 'gateway/floor', 'net'],
  'gateway/exports': ['gateway/reports', 'gateway/events', 'gateway/floor', 'net'],
  'gateway/imports': ['gateway/erasure', 'gateway/packages', 'gateway/events', 'gateway/floor', 'net'],
  'gateway/archives': ['gateway/exports', 'gateway/reports', 'gateway/packages', 'gateway/events', 'gateway/floor'],
  gateway: ['journal', 'matching', 'net', 'verification', 'sealing'],

  'app/config': ['sealing'],
  'app/locale': [],
  'app/links': [],
  'app/http': ['app/config'],
  'app/gateway': ['app/config', 'app/http'],
  'app/text': ['app/config', 'app/gateway'],
  'app/ui': ['app/config', 'app/locale', 'app/text'],
  'app/charts': ['app/locale', 'app/ui'],
  'app/session': ['app/config', 'app/gateway', 'app/http', 'app/links', 'app/locale', 'app/text', 'sealing'],
  'app/forms': ['app/config', 'app/gateway', 'app/links', 'app/session', 'app/text', 'app/ui'],
  'app/shell': [
    'app/config',
    'app/forms',
    'app/gateway',
    'app/links',
    'app/locale',
    'app/session',
    'app/text',
    'app/ui',
  ],
  'app/features': [...belowFeatures, 'app/shell'],
  'app/reports': [...belowFeatures, 'app/features'],
  'app/docs': ['app/config', 'app/features', 'app/forms', 'app/gateway', 'app/links', 'app/text', 'app/ui'],
  app: ['sealing'],
};

/**
 * Folders of a room, the lowest first: each imports those before it, never those behind it. `.` are
 * the files of the room itself.
 */
const floors = {
  contract:
    '. floor rules packages/package-types packages accounts billing organizations analytics companies alerts exports ' +
    'admin edge api',
  edge: 'enrich/programs enrich upstream requests package-types .',
  'gateway/floor': 'calls db . mail',
  'gateway/events': 'shape query summaries write cache . clickhouse duckdb',
  'gateway/people': 'emails organizations accounts administration single-sign-on .',
  'gateway/packages': 'hosts types . dns',
  'gateway/reports': '. conditions data-provider registry-counts funnel analytics',
  'gateway/billing': '. payments',
  'gateway/leads': 'mails .',
  'gateway/alerts': '. mails notifications checks jobs',
  'gateway/api':
    'http mcp alerts analytics archives billing erasure exports imports leads organizations packages ' +
    'registry-counts single-sign-on accounts administration .',
  server: '. development',
  'app/features/packages': 'types .',
};

const placeOf = (room, folder) => (folder === '.' ? `^${room}/[^/]+$` : `^${room}/${folder}/`);

const any = (names) => `^(${names.join('|')})/`;

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
          'verification',
          'sealing',
          'server',
          'cli',
          'tools',
          'tests',
        ]),
        pathNot: any([room, 'contract', ...mayImport]),
      },
    })),
    ...Object.entries(floors).flatMap(([room, list]) =>
      list.split(' ').map((folder, i, folders) => ({
        name: `floor-${room}/${folder}`,
        comment: `${room}/${folder} imports only the folders listed before it, so that none form a circle.`,
        severity: 'error',
        from: { path: placeOf(room, folder), pathNot: folders.slice(0, i).map((one) => placeOf(room, one)) },
        to: { path: `^${room}/`, pathNot: folders.slice(0, i + 1).map((one) => placeOf(room, one)) },
      })),
    ),
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
      name: 'no-engine-in-an-engine',
      comment: 'What both engines share stands above them; the store, its queries and summaries know neither.',
      severity: 'error',
      from: { path: '^gateway/events/', pathNot: '^gateway/events/(duckdb|clickhouse)/' },
      to: { path: '^gateway/events/(duckdb|clickhouse)/' },
    },
    {
      name: 'no-engine-in-the-other',
      severity: 'error',
      from: { path: '^gateway/events/(duckdb|clickhouse)/' },
      to: { path: '^gateway/events/(duckdb|clickhouse)/', pathNot: '^gateway/events/$1/' },
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
      comment: 'The contract is read by browsers too; only modules of the server sort versions, with semver.',
      severity: 'error',
      from: { path: '^contract/' },
      to: {
        dependencyTypesNot: ['local', 'aliased', 'aliased-tsconfig', 'aliased-tsconfig-paths'],
        pathNot: 'node_modules/(zod|@asteasolutions/zod-to-openapi|semver)/',
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
