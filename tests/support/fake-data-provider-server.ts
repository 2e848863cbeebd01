/**
 * The fake data provider as a process of its own, for the browser tests: `tsx
 * tests/support/fake-data-provider-server.ts <port>`.
 */
import { sentCompany, startFakeDataProvider } from './fake-data-provider';

let provider = await startFakeDataProvider(Number(process.argv[2]));
provider.companies.set('meridian-bank.example', sentCompany('Meridian Bank', 'Banking', '5K-10K', 'United Kingdom'));
provider.companies.set('sable-games.example', sentCompany('Sable Games', 'Gaming', '51-250', 'Canada'));
