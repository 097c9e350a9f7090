import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Defaults of the embedded engine's tables; a ClickHouse server of one's own has its operator's.
 * - Statistics of columns, which the engine makes with every merge, decide nothing here: every question names members, who come
 *   first in the sorting key, and a part knows its range of time. They are a quarter of what a merge costs.
 * - A merge takes at least so many times the largest part it takes (the engine's own: 5). Band data comes in small portions, and a
 *   month that has just begun is a few large parts and many tiny ones, of which any five would take the large ones along.
 */
const mergeTree = { auto_statistics_types: '', merge_selector_base: '10' };

/** Writes the engine's configuration into its folder. Answers the arguments that name it. */
export function engineArguments(folder: string): string[] {
  const path = join(folder, 'engine.xml');
  const settings = Object.entries(mergeTree).map(([name, value]) => `<${name}>${value}</${name}>`);
  writeFileSync(path, `<clickhouse><merge_tree>${settings.join('')}</merge_tree></clickhouse>\n`, { mode: 0o600 });
  return [`--config-file=${path}`];
}
