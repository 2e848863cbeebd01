/**
 * Preview of a package's command or URL from the form's values: on the server after Preview, in the
 * browser while typing.
 */
import { type SubmissionResult, useFormMetadata } from '@conform-to/react';
import { templateVariables } from 'contract/rules/templates';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { SubmitButton } from '../../../forms/submit';
import { downloadAddress, type GatewayOrigin } from '../../../gateway/gateway-addresses';
import { useHydrated } from 'remix-utils/use-hydrated';
import { Icon } from '../../../ui/icon';
import { loadLazily } from '../../../ui/lazy-load';

export type PreviewValues = Readonly<Record<string, string | undefined>>;

export interface Preview {
  /** Command or URL; null until enough is typed. */
  text: string | null;
  effect: string | null;
  /** Warnings do not prevent saving. */
  warnings: string[];
  /** A path that may be ambiguous. */
  template?: string;
}

export const noPreview: Preview = { text: null, effect: null, warnings: [] };

export function routePreview(place: GatewayOrigin, host: string, typed: PreviewValues): Preview {
  let path = typed.incoming_path?.trim() ?? '';
  let target = typed.outgoing_url?.trim() ?? '';
  if (!path.startsWith('/')) return noPreview;
  let text = downloadAddress(place, host, path);
  if (typed.type === 'telemetry')
    return {
      ...noPreview,
      text,
      effect: 'Each GET request and each JSON object in a POST request is an event.',
      template: path,
    };
  return {
    text,
    effect: target ? `Redirects to ${target}.` : 'Counts requests and returns an empty page.',
    warnings: typed.type === 'regex' ? [] : missingVariables(path, target),
    ...(typed.type !== 'regex' && { template: path }),
  };
}

function missingVariables(path: string, target: string): string[] {
  let captured = templateVariables(path);
  let missing = templateVariables(target)?.filter((name) => !captured?.includes(name)) ?? [];
  return captured && missing.length
    ? [`The path is missing ${[...new Set(missing)].map((name) => `{${name}}`).join(', ')}, used in the file location.`]
    : [];
}

export function usePreviewValues(lastResult: SubmissionResult<string[]> | undefined, defaults: PreviewValues) {
  let [typed, setTyped] = useState<PreviewValues>((lastResult?.initialValue as PreviewValues | undefined) ?? defaults);
  let onInput = (event: FormEvent<HTMLFormElement>) =>
    setTyped(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
  return { typed, onInput };
}

interface LivePreviewProps {
  preview: Preview;
  lead: string;
  waiting: string;
  children?: ReactNode;
}

/** Hides warnings if the path has an error, which its field shows. */
export function LivePreview({ preview, lead, waiting, children }: LivePreviewProps) {
  let isRefused = Boolean(useFormMetadata().allErrors.incoming_path);
  return (
    <section
      aria-label="Preview"
      className="flex flex-col gap-2 rounded-md border border-dashed border-line-strong p-3 text-sm"
    >
      {preview.text ? (
        <>
          <p>{lead}</p>
          <code
            translate="no"
            className="block rounded-md bg-sunken px-3 py-1.5 font-mono text-[0.8125rem] wrap-anywhere whitespace-pre-wrap"
          >
            {preview.text}
          </code>
          {preview.effect && <p className="break-words text-muted">{preview.effect}</p>}
          {children}
        </>
      ) : (
        <p className="text-muted">{waiting}</p>
      )}
      {!isRefused && preview.warnings.map((warning) => <Warning key={warning} text={warning} />)}
      {preview.template !== undefined && <Ambiguity path={preview.template} />}
    </section>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <p className="flex gap-2 text-warn">
      <Icon name="warning" className="mt-0.5 size-4" />
      {text}
    </p>
  );
}

/**
 * Explains an ambiguous path while typing; code is loaded on demand. Saving rejects the path with
 * the same example.
 */
function Ambiguity({ path }: { path: string }) {
  let [example, setExample] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void loadLazily(() => import('contract/packages/file-routes/ambiguity')).then((part) => {
      let found = part?.ambiguousPath(path);
      if (isCurrent) setExample(found ? part!.ambiguityText(found) : null);
    });
    return () => {
      isCurrent = false;
    };
  }, [path]);
  return example !== null && <Warning text={`Ambiguous path: ${example}`} />;
}

/** Server-side preview without scripts. The last button, because Enter presses the first one. */
export function PreviewButton() {
  let hydrated = useHydrated();
  if (hydrated) return null;
  return (
    <SubmitButton variant="outline" name="preview" value="yes">
      Preview
    </SubmitButton>
  );
}

export function FormEnd() {
  return (
    <div className="flex flex-wrap gap-2">
      <SubmitButton pending="Creating …">Create package</SubmitButton>
      <PreviewButton />
    </div>
  );
}
