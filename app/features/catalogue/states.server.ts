/** Data at the edges, as pages of numbers get it: one value, very many, and names of every kind. */
import { wholeDays } from 'contract/analytics/asked-time';
import type { ChartMarkup } from '../../charts/chart-style';
import { timeBuckets } from '../../charts/date-buckets.server';
import { bars, lineChart } from '../../charts/geometry.server';
import { drawLineChart } from '../../charts/line-chart.server';
import { formatInteger } from '../../ui/numbers';

/** Long, without a place to break, from right to left, and in other scripts. */
const names = [
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  '@a-scope-with-a-long-name/a-package-with-a-name-that-is-even-longer-than-its-scope',
  'شركة الموانئ 24 للبرمجيات',
  'תוכנת הנמל בע״מ',
  '港湾ソフトウェア株式会社',
  'Żegluga Łódź',
];

const rows = 10_000;
const rowsOfPage = 5;
const page = 1_000;

export function stateExamples() {
  let first = (page - 1) * rowsOfPage;
  return {
    oneDay: chartOf('One day', [120]),
    noDay: chartOf('No downloads', [0, 0, 0]),
    oneBar: bars([{ name: '1.0.0', value: 120, inner: 120 }], 120),
    page: { number: page, of: rows / rowsOfPage },
    rows: Array.from({ length: rowsOfPage }, (_, i) => ({
      name: `0.9.0-nightly.${rows - first - i}`,
      downloads: formatInteger(rows - first - i),
    })),
    names,
    nameBars: bars(
      names.map((name, i) => ({ name, value: 600 - 100 * i, inner: 500 - 80 * i })),
      2_100,
    ),
  };
}

/** Of days until Nov 30, 2026. */
function chartOf(title: string, values: number[]): ChartMarkup {
  let time = wholeDays({ from: `2026-11-${31 - values.length}`, to: '2026-11-30' });
  let buckets = timeBuckets(time, 'daily', { today: '2026-12-01' });
  return {
    html: drawLineChart({ chart: lineChart([{ name: 'Downloads', values }], buckets), title, bucketName: 'Day' }),
  };
}
