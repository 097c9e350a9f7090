import './loader.css';
import { Mark } from './mark.tsx';

/** Full-screen waiting: the mark's pulse drawn in 7 frames of 125 ms; it stands still under reduced motion. */
export function Loader({ label, inline = false }: { readonly label: string; readonly inline?: boolean }) {
  return (
    <div className={inline ? 'v-loader v-loader-inline' : 'v-loader'} role="status" aria-label={label} data-awaited={inline || undefined}>
      <Mark size={48} moving />
    </div>
  );
}
