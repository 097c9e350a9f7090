/** Tenants whose first data is still being stored by this process: what is missing there may be on its way. */
export interface SetUp {
  begin(tenantIds: readonly string[]): void;
  end(): void;
  isUnderWay(tenantId: string): boolean;
}

export function createSetUp(): SetUp {
  let underWay: ReadonlySet<string> = new Set();
  return {
    begin(tenantIds) {
      underWay = new Set(tenantIds);
    },
    end() {
      underWay = new Set();
    },
    isUnderWay: (tenantId) => underWay.has(tenantId),
  };
}
