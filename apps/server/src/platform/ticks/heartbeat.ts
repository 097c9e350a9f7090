import type { HeartbeatAnswer } from '#platform/heartbeat.ts';
import { heartbeatPath } from './child/start.ts';

/**
 * Asks the child whether the engine still answers statements, beside the lanes that callers keep busy. Three ways of hanging
 * are told: the process is stopped or its event loop is held (no answer), the engine is stuck as a whole (no answer), one
 * statement will never end (it says so).
 */
export async function askTicksEngine({ port }: { readonly port: number }, secret: string, signal: AbortSignal): Promise<HeartbeatAnswer> {
  const answer = await fetch(`http://127.0.0.1:${port}${heartbeatPath}`, { headers: { 'x-clickhouse-key': secret }, signal });
  await answer.arrayBuffer();
  return answer.status === 503 ? 'overdue' : 'answered';
}
