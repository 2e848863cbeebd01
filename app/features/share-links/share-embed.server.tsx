/** Chart page for iframes, with a link to the full page. */
import { renderToStaticMarkup } from 'react-dom/server';
import type { PictureTheme } from './share-svg.server';

interface EmbedProps {
  title: string;
  svg: string;
  page: string;
  theme: PictureTheme;
}

export function embedStyle(theme: PictureTheme): string {
  let scheme = theme === 'auto' ? 'light dark' : theme;
  let spoken = 'position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)';
  return `:root{color-scheme:${scheme}}body{margin:0}h1{${spoken}}svg{display:block;width:100%;height:auto}p{margin:4px 8px;font:12px system-ui,sans-serif;text-align:right}a{color:inherit}`;
}

export function embedPage({ title, svg, page, theme }: EmbedProps): string {
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{title}</title>
        <style>{embedStyle(theme)}</style>
      </head>
      <body>
        <main>
          <h1>{title}</h1>
          <div dangerouslySetInnerHTML={{ __html: svg }} />
          <p>
            <a href={page} target="_blank" rel="noopener">
              All numbers
            </a>
          </p>
        </main>
      </body>
    </html>,
  )}`;
}
