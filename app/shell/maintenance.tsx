/**
 * The only page while the flag maintenanceMode is on: without header, because all its links are
 * closed as well (spec section 2).
 */
import { maintenanceText, maintenanceTitle } from '../config/browser-messages';
import { Footer } from './footer';
import { Logo } from './logo';
import { Main } from './main';

export function MaintenancePage() {
  return (
    <>
      <Main className="mx-auto flex w-full max-w-prose flex-1 flex-col items-center justify-center gap-3 px-4 py-16 text-center">
        <Logo />
        <h1 className="mt-4 text-2xl font-semibold">{maintenanceTitle}</h1>
        <p className="text-muted">{maintenanceText}</p>
      </Main>
      <Footer />
    </>
  );
}
