/** Vigil's mark: a pulse on a tile. */
export function Mark({ size, moving = false }: { readonly size: number; readonly moving?: boolean }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
      className={moving ? 'v-mark-moving' : undefined}
    >
      <rect width="32" height="32" rx="8" fill="var(--v-mark)" />
      <path
        d="M5 17h5l2.6-7.5 4.6 14L20.6 14l1.6 3H27"
        pathLength={7}
        fill="none"
        stroke="#fff"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
