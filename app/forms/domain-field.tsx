/** The field for a custom domain, which says what its DNS record has to be. */
import { TextField } from './fields';

interface DomainFieldProps {
  name: string;
  label: string;
  placeholder: string;
  optional?: boolean;
  /** The host a CNAME record has to point to. */
  pointsTo: string;
}

export function DomainField({ pointsTo, ...rest }: DomainFieldProps) {
  return (
    <TextField
      {...rest}
      autoComplete="off"
      spellCheck={false}
      hint={
        <>
          A name of your own, with a DNS record (CNAME) that points to <span className="break-all">{pointsTo}</span>. It
          is used once it is verified.
        </>
      }
    />
  );
}
