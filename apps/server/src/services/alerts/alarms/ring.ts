import type { AlarmEvent } from '@vigil/domain/alerts/alarm';
import type { AlertSeverity, RuleRole } from '@vigil/domain/alerts/rule';
import type { Sql } from '#platform/postgres/database.ts';

/** An alarm that tells somebody now. */
export interface Ring {
  readonly alarmId: string;
  /** The member. */
  readonly userId: string;
  readonly severity: AlertSeverity;
  readonly level: number;
  readonly isJudged: boolean;
  /** A more severe alert of it has cleared, and nobody had answered that: how severe it was. */
  readonly unanswered: AlertSeverity | null;
  /** What made it ring. */
  readonly kind: AlarmEvent['kind'];
  readonly ruleId: string;
  readonly title: string;
  readonly role: RuleRole;
  readonly actionIds: readonly string[];
  /** The action that stands for it in bells. */
  readonly aboutId: string;
}

/** Who was told. */
export interface Rung {
  /** Steps without anybody are skipped. */
  readonly level: number;
  readonly told: readonly string[];
  readonly inStorm: boolean;
}

/** Tells people within the transaction of the cause. Answers by alarm. */
export type RingThem = (sql: Sql, tenantId: string, rings: readonly Ring[], nowSeconds: number) => Promise<ReadonlyMap<string, Rung>>;

/** Within the transaction of the cause: every open screen asks again, and what rang for these alarms leaves the bells. */
export type TellScreens = (sql: Sql, tenantId: string, quiet: readonly string[]) => Promise<void>;
