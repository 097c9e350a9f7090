import { type ReactNode, useEffect, useState } from 'react';
import { valueAt } from '#charts/value-at.ts';
import { writeValue } from '#charts/write-value.ts';
import { momentWriter } from '../moment.ts';
import type { DataPageModel } from '../use-data-page.ts';

/** A cursor that rests this long is read out; one that still moves is not, or the voice would run behind it. Milliseconds. */
const restsMs = 500;

/** Says to those who do not see the charts where the cursor rests and what was measured there. */
export function CursorAnnouncement({ page: { interaction, visible, span, zone, locale } }: { readonly page: DataPageModel }): ReactNode {
  const [said, setSaid] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      const at = interaction.cursor.get();
      if (at === null) return setSaid('');
      const values = visible.flatMap((panel) => {
        const series = panel.kind === 'time' ? panel.legend[0]?.series : undefined;
        const point = series === undefined ? null : valueAt(series, at);
        return series === undefined || point === null
          ? []
          : [`${panel.title} ${writeValue(series, point.value, locale)} ${series.unit}`.trim()];
      });
      setSaid([momentWriter(span, zone, locale)(at), ...values].join(', '));
    };
    const stop = interaction.cursor.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(tell, restsMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [interaction, visible, span, zone, locale]);
  return (
    <span className="v-unseen" aria-live="polite">
      {said}
    </span>
  );
}
