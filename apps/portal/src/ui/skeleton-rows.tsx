import Skeleton from '@mui/material/Skeleton';

/** Rows of a table that is awaited, at their final size, so that nothing jumps when they arrive. */
export function SkeletonRows({ rows, cells }: { readonly rows: number; readonly cells: number }) {
  return places(rows).map((row) => (
    <tr key={row}>
      {places(cells).map((cell) => (
        <td key={cell}>
          <Skeleton variant="rounded" height={14} width={cell === 'place-0' ? 180 : 56} />
        </td>
      ))}
    </tr>
  ));
}

/** Names for places that hold nothing yet. */
export function places(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `place-${at}`);
}
