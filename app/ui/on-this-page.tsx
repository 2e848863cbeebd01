export function OnThisPage({ parts }: { parts: readonly { id: string; title: string }[] }) {
  return (
    <nav aria-label="On this page">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="text-accent underline">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
