import { useId } from 'react';
import { sparkBox } from './chart-style';
import type { SparklineData } from './geometry.server';

export function Sparkline({ data, className }: { data: SparklineData; className?: string }) {
  let id = useId();
  return (
    <svg
      viewBox={`0 0 ${sparkBox.width} ${sparkBox.height}`}
      preserveAspectRatio="none"
      className={className ?? 'h-6 w-full'}
      role="img"
      aria-labelledby={id}
    >
      <title id={id}>{data.title}</title>
      <path
        d={data.path}
        className="fill-none stroke-chart-1"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
