/**
 * World map as markup. Countries with events are filled by their number and link to their report.
 */
import { renderToStaticMarkup } from 'react-dom/server';
import { formatInteger, formatPercent } from '../ui/numbers';
import { chartId } from './chart-style';
import { countryPaths, mapBox } from './world-topology.server';
import { greatest } from 'contract/floor/extremes';

interface CountryCount {
  /** ISO 3166 alpha-2. */
  code: string;
  name: string;
  value: number;
  /** Link target; empty without a link. */
  to: string;
}

interface WorldMapProps {
  countries: readonly CountryCount[];
  title: string;
  unit: string;
}

/** A list next to it has the same numbers. */
export function drawWorldMap(props: WorldMapProps): string {
  return renderToStaticMarkup(<WorldMap {...props} />);
}

const strokes = ['stroke-chart-1/35', 'stroke-chart-1/55', 'stroke-chart-1/75', 'stroke-chart-1'] as const;
const grounds = ['bg-chart-1/35', 'bg-chart-1/55', 'bg-chart-1/75', 'bg-chart-1'] as const;

/** Zero-length dashes with round caps draw dots. */
const dots = { fill: 'none', strokeWidth: 0.8, strokeLinecap: 'round', strokeDasharray: '0 1' } as const;
/** Without gaps, so that small countries are visible. */
const filled = { strokeWidth: 1.1, strokeLinecap: 'square', strokeDasharray: 'none' } as const;

function WorldMap({ countries, title, unit }: WorldMapProps) {
  let id = chartId(title);
  let shown = countries.filter(({ code }) => countryPaths[code] !== undefined);
  let named = new Set(shown.map(({ code }) => code));
  let rest = Object.entries(countryPaths).flatMap(([code, path]) => (named.has(code) ? [] : path));
  let whole = countries.reduce((sum, { value }) => sum + value, 0);
  let most = Math.max(1, greatest(countries.map(({ value }) => value)));
  let textOf = ({ name, value }: CountryCount) =>
    `${name}: ${formatInteger(value)} ${unit} (${formatPercent(value, whole)})`;
  return (
    <div>
      <svg viewBox={`-1 -1 ${mapBox.width + 2} ${mapBox.height + 2}`} className="mx-auto w-full max-w-md" {...dots}>
        <g role="img" aria-labelledby={`${id}-t`} aria-describedby={`${id}-d`}>
          <title id={`${id}-t`}>{title}</title>
          <desc id={`${id}-d`}>{shown.slice(0, 3).map(textOf).join('; ')}</desc>
          <path d={rest.join('')} className="stroke-line" />
        </g>
        <g aria-hidden="true">
          {shown.map((country) => {
            let path = (
              <path d={countryPaths[country.code]} className={strokes[levelOf(country.value, most)]} {...filled}>
                <title>{textOf(country)}</title>
              </path>
            );
            return country.to ? (
              <a key={country.code} href={country.to} tabIndex={-1} className="hover:opacity-70">
                {path}
              </a>
            ) : (
              <g key={country.code}>{path}</g>
            );
          })}
        </g>
      </svg>
      <p className="mt-2 flex items-center justify-end gap-1 text-xs text-muted" aria-hidden="true">
        <span className="mr-1">1</span>
        {grounds.map((ground) => (
          <span key={ground} className={`size-3 rounded-sm ${ground}`} />
        ))}
        <span className="ml-1">{`${formatInteger(most)} ${unit}`}</span>
      </p>
    </div>
  );
}

/** Square root, so that one large country does not make all others pale. */
function levelOf(value: number, most: number): number {
  return Math.min(strokes.length - 1, Math.floor(Math.sqrt(value / most) * strokes.length));
}
