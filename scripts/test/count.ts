export interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

export const NOTHING: Count = { passed: 0, failed: 0, skipped: 0 };
export const ONE_PASSED: Count = { ...NOTHING, passed: 1 };
export const ONE_FAILED: Count = { ...NOTHING, failed: 1 };

export function sum(counts: Count[]): Count {
  return counts.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    NOTHING,
  );
}
