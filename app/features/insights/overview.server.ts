/** The short report: figures and companies of what was chosen. */
import { bucketsOf } from '../../charts/buckets.server';
import { asker, type Period, type Selection } from './aggregation-client.server';
import type { Call } from '../../gateway-client.server';
import { companiesAsked, type CompaniesData, companiesData } from './companies.server';
import { countPeriod, type Figures, figures } from './report-summary.server';

const companiesMax = 10;

export interface OverviewData extends Figures {
  companies: CompaniesData;
  /** False when nothing happened in this range and the one before. */
  hasEvents: boolean;
}

/** The report in four questions at once; refusals of the gateway are thrown on. */
export async function overviewData(
  call: Call,
  owner: string,
  period: Period,
  selection: Selection,
): Promise<OverviewData> {
  let ask = asker(call, owner, selection);
  let [counted, companyRows] = await Promise.all([
    countPeriod(ask, period),
    ask({ days: period.days, breakdown: 'by-company', limit: companiesAsked }),
  ]);
  let head = figures(counted, period, selection, bucketsOf(period.days, period.step, period.today));
  return {
    ...head,
    companies: companiesData(companyRows, head.totals, companiesMax),
    hasEvents: counted.current.length + counted.previous.length > 0,
  };
}
