import { Fragment, type ReactNode } from 'react';

interface NameProps {
  children: ReactNode;
  className?: string;
}

/** A name, version, domain or address: not translated, and in its own text direction. */
export function Name({ children, className = 'wrap-anywhere' }: NameProps) {
  return (
    <bdi translate="no" className={className}>
      {children}
    </bdi>
  );
}

/** A sentence whose values are names: named`Delete ${name}`. */
export function named(words: TemplateStringsArray, ...names: string[]): ReactNode {
  return words.map((text, i) => (
    <Fragment key={i}>
      {text}
      {i < names.length && <Name>{names[i]}</Name>}
    </Fragment>
  ));
}
