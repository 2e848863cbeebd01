/**
 * Decorative line icons on a 20 px grid, in the text color. A label or adjacent text carries the
 * meaning.
 */
import { classes } from './class-names';

const strokes = {
  bell: 'M5 14V9a5 5 0 0110 0v5l1.5 1.5h-13zM8.5 17.5h3',
  check: 'M4 10.5l4 4 8-9',
  'chevron-down': 'M5 8l5 5 5-5',
  'chevron-left': 'M12 5l-5 5 5 5',
  'chevron-right': 'M8 5l5 5-5 5',
  close: 'M5 5l10 10M15 5L5 15',
  copy: 'M7.5 7.5h8v9h-8zM12.5 7.5v-4h-8v9h3',
  download: 'M10 3v10M6 9.5l4 4 4-4M4 17h12',
  external: 'M8 5H4.5v10.5H15V12M11 4.5h4.5V9M15.5 4.5L9 11',
  info: 'M10 9v5M10 6v.5M10 17.5a7.5 7.5 0 100-15 7.5 7.5 0 000 15z',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  plus: 'M10 4v12M4 10h12',
  search: 'M9 14.5a5.5 5.5 0 100-11 5.5 5.5 0 000 11zM13 13l4 4',
  success: 'M6.5 10.5l2.5 2.5 4.5-5.5M10 17.5a7.5 7.5 0 100-15 7.5 7.5 0 000 15z',
  warning: 'M10 3l7.5 13.5h-15zM10 8.5v4M10 14.2v.4',
} as const;

type IconName = keyof typeof strokes;

interface IconProps {
  name: IconName;
  className?: string;
}

/** 16 px by default. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 20 20"
      className={classes('shrink-0', className ?? 'size-4')}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={strokes[name]} />
    </svg>
  );
}
